// The client's projects on a map, for companies whose operator has one: fetched only there.
import { useState } from 'react';
import type { OwnProject } from '#contract/overview/endpoints.ts';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import type { PlacedProject } from './project-map.tsx';

const ProjectMap = lazySection(() => import('./project-map.tsx'), 'ProjectMap', <Skeleton className="h-72" />);

const isPlaced = (project: OwnProject): project is PlacedProject & OwnProject => project.position !== null;

/** Folded away on phones until somebody asks for it. */
export function OnMap({ projects }: { projects: readonly OwnProject[] }) {
  const isHydrated = useIsHydrated();
  const isWide = useMediaQuery('(min-width: 40rem)');
  const [chosen, choose] = useState<boolean>();
  const placed = projects.filter(isPlaced);
  if (placed.length === 0 || !isHydrated) return null;
  const isOpen = chosen ?? isWide;
  return (
    <div className="px-4 pt-3">
      <Button size="sm" aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
        {isOpen ? 'Hide map' : 'Show map'}
      </Button>
      {isOpen && (
        <div className="mt-3 overflow-hidden rounded-md border border-line">
          <ProjectMap projects={placed} />
        </div>
      )}
    </div>
  );
}
