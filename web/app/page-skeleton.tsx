// The shape of a page whose code is on its way.
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';

export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <div className="py-6">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="mt-2 h-5 w-80 max-w-full" />
      </div>
      <SkeletonList count={6} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-44 rounded-card" />
      </SkeletonList>
      <span role="status" className="sr-only">
        Loading
      </span>
    </div>
  );
}
