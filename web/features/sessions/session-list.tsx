// What lists of sessions share: their grid or rows, the list itself, and its skeletons.
import { LayoutGrid, List } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Session, sessions } from '#contract/sessions.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/local-storage.ts';
import { useMediaQuery } from '#web/lib/media-query.ts';
import type { useInfiniteList } from '#web/lib/queries.ts';
import { AdaptiveList } from '#web/ui/adaptive-list.tsx';
import { InfiniteList } from '#web/ui/infinite-list.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import type { ListLayout } from './session-card.tsx';

/** There lists are lists (behaviour §10.6). */
const narrow = '(width < 1024px)';

const layouts = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const;

/** Grid or list, remembered on this device under that name; narrow screens have no choice and no switch. */
export function useListLayout(name: string) {
  const forced = useMediaQuery(narrow);
  const [chosen, setChosen] = useState<ListLayout>(() => (readLocalStorage(name) === 'list' ? 'list' : 'grid'));
  function choose(layout: ListLayout) {
    setChosen(layout);
    writeLocalStorage(name, layout);
  }
  const switcher = !forced && <Segmented label="Layout" value={chosen} onChange={choose} options={layouts} />;
  return { layout: forced ? ('list' as const) : chosen, switcher };
}

function sessionListClass(layout: ListLayout): string {
  return layout === 'grid' ? 'grid gap-4 lg:grid-cols-2 xl:grid-cols-3' : 'grid gap-3';
}

/** The same for a list that may grow long. */
export function useSessionColumns(layout: ListLayout) {
  const isWide = useMediaQuery('(width >= 80rem)');
  const columns = isWide ? 3 : 2;
  return {
    className: sessionListClass(layout),
    ...(layout === 'grid' ? { columns, gap: 16 } : { columns: 1, gap: 12 }),
  };
}

type SessionCardsProps = {
  list: ReturnType<typeof useInfiniteList<typeof sessions>>;
  layout: ListLayout;
  lines: ReturnType<typeof useSessionColumns>;
  /** Brought into sight. */
  marked?: number | undefined;
  empty: ReactNode;
  /** Keeps its identity while nothing of it changes. */
  children: (session: Session, index: number) => ReactNode;
};

export function SessionCards({ list, layout, lines, marked, empty, children }: SessionCardsProps) {
  return (
    <InfiniteList list={list} skeletons={<SessionSkeletons layout={layout} />} empty={empty}>
      {(rows) => (
        <AdaptiveList
          rows={rows}
          total={list.data?.total ?? rows.length}
          {...lines}
          marked={marked}
          busy={list.isPlaceholderData}
        >
          {children}
        </AdaptiveList>
      )}
    </InfiniteList>
  );
}

/** In the final shape, so that nothing moves when the rows arrive. */
function SessionSkeletons({ layout }: { layout: ListLayout }) {
  return (
    <SkeletonList count={6} className={sessionListClass(layout)}>
      <Skeleton className={layout === 'grid' ? 'h-[29rem] rounded-card' : 'h-[29rem] rounded-card sm:h-60 lg:h-46'} />
    </SkeletonList>
  );
}
