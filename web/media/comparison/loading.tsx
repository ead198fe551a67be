// The shape of a picture or viewer that is on its way; the word is that of §6.12, until the line is silent.
import { slowWords, useSilence } from '#web/lib/use-silence.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `of`: its address, where one may be waited for after another. */
export function Loading({ of = 'viewer' }: { of?: string }) {
  const isSilent = useSilence(of);
  return (
    <span role="status" className="relative block size-full">
      <Skeleton className="size-full rounded-none" />
      <span className="absolute inset-0 grid place-items-center text-muted">{isSilent ? slowWords : 'Loading'}</span>
    </span>
  );
}
