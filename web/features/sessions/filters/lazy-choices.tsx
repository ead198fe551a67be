// Choices that search, for the pages: fetched when they are first seen.

import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

export const PersonChoice = lazySection(
  () => import('./person-choice.tsx').then((module) => module.PersonChoice),
  <Skeleton className="touch-target h-9" />,
);

export const ProjectChoice = lazySection(
  () => import('./project-choice.tsx').then((module) => module.ProjectChoice),
  <Skeleton className="touch-target h-9" />,
);
