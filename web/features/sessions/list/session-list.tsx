// What lists of sessions share: their grid or rows, the list itself, and its skeletons.
import { LayoutGrid, List } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListLayout } from '#contract/pages/device-choices.ts';
import type { Session, sessions } from '#contract/sessions/endpoints.ts';
import type { useInfiniteList } from '#web/lib/api/queries.ts';
import { useDeviceChoice } from '#web/lib/device/device-choices.ts';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { AdaptiveList } from '#web/ui/lists/adaptive-list.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

const layouts = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const;

/** Grid or list where there is room for both; below 1024 px a grid stands as a list, without a switch (behaviour §10.6). */
export function useListLayout(name: 'sessions' | 'progress') {
  const [layout, choose] = useDeviceChoice(name);
  const switcher = (
    <span className="ml-auto hidden lg:block">
      <Segmented label="Layout" value={layout} onChange={choose} options={layouts} />
    </span>
  );
  return { layout, switcher };
}

function sessionListClass(layout: ListLayout, most: 2 | 3): string {
  if (layout === 'list') return 'grid gap-3';
  return classNames('grid gap-3 lg:grid-cols-2 lg:gap-4', most === 3 && 'xl:grid-cols-3');
}

/** The layout of the cards, also in an infinite list; at `most` so many in a row, fewer if something else is beside them. */
export function useSessionColumns(layout: ListLayout, most: 2 | 3 = 3) {
  const isBeside = useMediaQuery('(width >= 64rem)');
  const isWide = useMediaQuery('(width >= 80rem)');
  const isGrid = layout === 'grid' && isBeside;
  return {
    className: sessionListClass(layout, most),
    ...(isGrid ? { columns: isWide ? most : 2, gap: 16 } : { columns: 1, gap: 12 }),
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
    <InfiniteList
      list={list}
      skeletons={<SessionSkeletons layout={layout} className={lines.className} />}
      empty={empty}
    >
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
function SessionSkeletons({ layout, className }: { layout: ListLayout; className: string }) {
  return (
    <SkeletonList count={6} className={className}>
      <Skeleton
        className={
          layout === 'grid' ? 'h-[29rem] rounded-card sm:h-60 lg:h-[29rem]' : 'h-[29rem] rounded-card sm:h-60 lg:h-46'
        }
      />
    </SkeletonList>
  );
}
