// What lists of sessions share: their grid or rows, and their skeletons.
import { LayoutGrid, List } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/lib/stored.ts';
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
