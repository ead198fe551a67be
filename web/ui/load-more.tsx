// The rest of a list, page by page as one scrolls.
import { useDeferredValue, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type Growing = {
  data: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** The next page comes by itself shortly before the end is in sight; the button serves keyboards and failures. */
export function LoadMore({ list }: { list: Growing }) {
  const end = useRef<HTMLDivElement>(null);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // Rows are drawn a little after they have come (AdaptiveList); until then the end seems nearer than it is.
  const drawn = useDeferredValue<unknown>(data, undefined) === data;
  const more = useRef(fetchNextPage);
  more.current = fetchNextPage;
  const waits = drawn && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const mark = end.current;
    if (!mark || !waits) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '800px',
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [waits]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex justify-center py-6">
      <Button pending={isFetchingNextPage} pendingLabel="Loading..." onClick={() => fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Load more'}
      </Button>
    </div>
  );
}
