// A list that grows page by page: the states of its first page, then the rest as one scrolls or asks for it.
import { type ComponentProps, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { QueryList } from './query-list.tsx';

type LoadMoreProps = {
  list: {
    data: unknown;
    hasNextPage: boolean;
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
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // Rows are drawn a little after they have come (AdaptiveList); until then the end seems nearer than it is.
  const drawn = useDeferredValue<unknown>(data, null) === data;
  const more = useEffectEvent(fetchNextPage);
  const waits = !moreLabel && drawn && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const mark = end.current;
    if (!mark || !waits) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
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
