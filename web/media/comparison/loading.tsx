// What stands in the place of something that is on its way.
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The word is the specification's (pages §2, Visual Comparison). */
export function Loading() {
  return (
    <span role="status" className="relative block size-full">
      <Skeleton className="size-full rounded-none" />
      <span className="absolute inset-0 grid place-items-center text-muted">Loading</span>
    </span>
  );
}
