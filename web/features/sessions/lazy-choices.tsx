// Choices that search, for the pages: fetched when they are first seen.
import { lazySection } from '#web/ui/lazy-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const PersonChoice = lazySection(
  () => import('./person-choice.tsx').then((module) => module.PersonChoice),
  <Skeleton className="touch-target h-9" />,
);

export const ProjectChoice = lazySection(
  () => import('./project-choice.tsx').then((module) => module.ProjectChoice),
  <Skeleton className="touch-target h-9" />,
);
