// The shape of a picture or viewer that is on its way; the word is that of §6.12.
import { Skeleton } from '#web/ui/skeleton.tsx';

export function Loading() {
  return (
    <span role="status" className="relative block size-full">
      <Skeleton className="size-full rounded-none" />
      <span className="absolute inset-0 grid place-items-center text-muted">Loading</span>
    </span>
  );
}
