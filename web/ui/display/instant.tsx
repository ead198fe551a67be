// An instant in the reader's own zone. Where the server did not know the zone yet, its room stays empty until the browser does.
import { formatDateTime, formatInstantDay } from '#contract/core/day-words.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';

type InstantProps = {
  at: string;
  /** Without the time of day. */
  day?: boolean;
};

export function Instant({ at, day = false }: InstantProps) {
  const zone = useTimeZone();
  const words = (day ? formatInstantDay : formatDateTime)(at, zone ?? 'UTC');
  return (
    <time dateTime={at} className={zone === null ? 'invisible' : undefined}>
      {words}
    </time>
  );
}
