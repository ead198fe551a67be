// The shape of a picture or viewer that is on its way; the word is that of §6.12, until the line is silent.
import { slowWords, useSilence } from '#web/lib/page/use-silence.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

/** `of`: its address, where one may be waited for after another; `cut`: a half of it is hidden, and the note beside it says so (slow-note.tsx). */
export function Loading({ of = 'viewer', cut = false }: { of?: string; cut?: boolean }) {
  const isSilent = useSilence(of);
  return (
    <span role="status" className="relative block size-full">
      <Skeleton className="size-full rounded-none" />
      <span className="absolute inset-0 grid place-items-center text-muted">
        {isSilent ? !cut && slowWords : 'Loading'}
      </span>
    </span>
  );
}
