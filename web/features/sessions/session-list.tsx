// What lists of sessions share: their grid or rows, their skeletons, and more of them as one scrolls.
import { LayoutGrid, List } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Look } from './session-card.tsx';

const narrow = '(width < 1024px)';

/** Below 1024 px lists are lists (pages §9). */
function useForcedList(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const media = matchMedia(narrow);
      media.addEventListener('change', listen);
      return () => media.removeEventListener('change', listen);
    },
    () => matchMedia(narrow).matches,
  );
}

const looks = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const;

/** Grid or list, remembered on this device under that name; narrow screens have no choice and no switch. */
export function useLook(name: string) {
  const forced = useForcedList();
  const [chosen, setChosen] = useState<Look>(() => (readStored(name) === 'list' ? 'list' : 'grid'));
  function choose(look: Look) {
    setChosen(look);
    writeStored(name, look);
  }
  const switcher = !forced && <Segmented label="Layout" value={chosen} onChange={choose} options={looks} />;
  return { look: forced ? ('list' as const) : chosen, switcher };
}

export function sessionsLook(look: Look): string {
  return look === 'grid' ? 'grid gap-4 lg:grid-cols-2 xl:grid-cols-3' : 'grid gap-3';
}

/** In the final shape, so that nothing moves when the rows arrive. */
export function SessionSkeletons({ look }: { look: Look }) {
  return (
    <div className={sessionsLook(look)} aria-hidden="true">
      {Array.from({ length: 6 }, (_, nth) => (
        <Skeleton
          // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
          key={nth}
          className={look === 'grid' ? 'h-[26rem] rounded-card' : 'h-[22rem] rounded-card sm:h-44'}
        />
      ))}
    </div>
  );
}

type Growing = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** The next page comes by itself shortly before the end is in sight; the button serves keyboards and failures. */
export function MoreRows({ list }: { list: Growing }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const more = useRef(fetchNextPage);
  more.current = fetchNextPage;
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
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
