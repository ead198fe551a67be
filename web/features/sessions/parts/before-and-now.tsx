// A replaced picture beside the one that replaced it.
import type { ReactNode } from 'react';
import { Picture } from '#web/ui/display/picture.tsx';

/** `before` and `now`: the addresses of the two pictures. */
type BeforeAndNowProps = { name: string; before: string; now: string };

export function BeforeAndNow({ name, before, now }: BeforeAndNowProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Signed words="Before">
        <Picture
          alt={`${name} before`}
          small={before}
          ratio="3/2"
          className="rounded-control"
          fallback={<NoLonger />}
        />
      </Signed>
      <Signed words="Now">
        <Picture alt={`${name} now`} small={now} ratio="3/2" className="rounded-control" />
      </Signed>
    </div>
  );
}

function Signed({ words, children }: { words: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      {children}
      <figcaption className="text-muted text-xs">{words}</figcaption>
    </figure>
  );
}

/** Its bytes were deleted with the replacement, and it had never been viewed here. */
function NoLonger() {
  return (
    <span className="absolute inset-0 grid place-items-center p-1 text-center text-muted text-xs">No longer there</span>
  );
}
