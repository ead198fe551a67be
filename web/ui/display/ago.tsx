// How long ago something was. The clock of the device decides, so the words come once the browser has taken the page over.
import { useIsHydrated } from '#web/lib/device/hydrated.ts';

type AgoProps = {
  at: string;
  /** Writes the distance from `at` to `now`, in milliseconds since 1970. */
  format: (at: string, now: number) => string;
};

export function Ago({ at, format }: AgoProps) {
  const isHydrated = useIsHydrated();
  const words = format(at, Date.now());
  if (isHydrated) return words;
  // Room for what it was when the page was rendered, which may be a while ago.
  return (
    <span suppressHydrationWarning className="invisible">
      {words}
    </span>
  );
}
