// How long ago something was, 'about 2 hours ago', with the instant itself as a tooltip.
// Apart from ago.tsx, which pages have from their start: this brings the words of date-fns along.
import { formatDateTime } from '#contract/core/day-words.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import { formatRelative } from '#web/lib/format/relative-time.ts';
import { Ago } from './ago.tsx';

export function RelativeInstant({ at, className }: { at: string; className?: string }) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={zone === null ? undefined : formatDateTime(at, zone)} className={className}>
      <Ago at={at} format={formatRelative} />
    </time>
  );
}
