// How long ago something was. The clock of the device decides, so the words come once the browser has taken the page over.
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { formatRelative } from '#web/lib/format/relative-time.ts';

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

// How long ago something was, 'about 2 hours ago', with the instant itself as a tooltip.
export function RelativeInstant({ at, className }: { at: string; className?: string }) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={zone === null ? undefined : formatDateTime(at, zone)} className={className}>
      <Ago at={at} format={formatRelative} />
    </time>
  );
}
