// A list that grows page by page: the states of its first page, then the rest as one scrolls or asks for it.
import { type ComponentProps, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { type FailedQuery, QueryError } from '#web/ui/feedback/query-error.tsx';

type LoadMoreProps = {
  list: {
    data: unknown;
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** With a label the next page comes only on request. */
  moreLabel?: string | undefined;
};
type InfiniteListProps<Row> = ComponentProps<typeof QueryList<Row>> & LoadMoreProps;

export function InfiniteList<Row>({ moreLabel, ...rest }: InfiniteListProps<Row>) {
  return (
    <>
      <QueryList {...rest} />
      <LoadMore list={rest.list} moreLabel={moreLabel} />
    </>
  );
}

/** The next page comes by itself shortly before the end is in sight; the button serves keyboards and failures. */
export function LoadMore({ list, moreLabel }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // Rows are drawn a little after they have come (AdaptiveList); until then the end seems nearer than it is.
  const drawn = useDeferredValue<unknown>(data, null) === data;
  const more = useEffectEvent(fetchNextPage);
  // A refetch of what is there goes first, and is never cancelled by the page after it; after it the end is looked for anew.
  const waits = !moreLabel && drawn && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    const mark = end.current;
    if (!mark || !waits) return;
    // A busy page may be told of several moments at once: where the end is now says the last.
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && more(), {
      rootMargin: '800px',
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [waits]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={moreLabel ? 'pt-3 print:hidden' : 'flex justify-center py-6 print:hidden'}>
      <Button
        size={moreLabel ? 'sm' : 'md'}
        pending={isFetchingNextPage}
        pendingLabel="Loading..."
        onClick={() => fetchNextPage()}
      >
        {isFetchNextPageError ? 'Retry' : (moreLabel ?? 'Load more')}
      </Button>
    </div>
  );
}

// A list in each of its states: loading, failed, empty, or there.
type QueryListProps<Row> = {
  list: FailedQuery & { data: { rows: Row[] } | undefined };
  /** Of the final size and number. */
  skeletons: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** What was loaded once stays on screen when a refetch fails. */
export function QueryList<Row>({ list, skeletons, empty, children }: QueryListProps<Row>) {
  if (list.data) return list.data.rows.length === 0 ? empty : children(list.data.rows);
  return list.error ? <QueryError query={list} /> : skeletons;
}
