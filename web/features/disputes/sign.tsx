// What concerns show beside their text: when an answer is due, where they are, and how fast they are answered.

import { AlarmClock } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay, formatDate } from '#contract/core/day-words.ts';
import { type Anchor, anchorAddress, anchorWords } from '#contract/disputes/anchors.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { responseTimes } from '#contract/overview/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { durationWords } from '#web/lib/format/duration-words.ts';
import { count } from '#web/lib/format/format.ts';
import { CropPicture } from '#web/media/pins/crop.tsx';
import { useIsGone } from '#web/media/pins/gone.ts';
import { Ago } from '#web/ui/display/ago.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';

// The words for a day until which something is due, as a reader counts days.
type Due = {
  /** The last moment. */
  dueAt: string;
  /** The day that it ends, yyyy-mm-dd. */
  dueOn: string;
  /** The reader's; undefined: the device's. */
  timeZone?: string | undefined;
};

const dayMilliseconds = 24 * 3_600_000;

/** How many days from the reader's today until that day; negative: it has passed. */
function daysUntil({ dueOn, timeZone }: Due, now: number): number {
  return Math.round((Date.parse(dueOn) - Date.parse(calendarDay(now, timeZone))) / dayMilliseconds);
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** Who reads it in another zone may have another day, but never something that is overdue and due. */
export function dueWords(due: Due, now: number): string {
  const left = daysUntil(due, now);
  if (now >= Date.parse(due.dueAt)) return left < 0 ? `Answer overdue by ${days(-left)}` : 'Answer overdue';
  if (left <= 0) return 'Answer due today';
  return left === 1 ? 'Answer due tomorrow' : `Answer due in ${days(left)}`;
}

export function urgencyOf(due: Due, now: number): 'over' | 'soon' | 'later' {
  if (now >= Date.parse(due.dueAt)) return 'over';
  return daysUntil(due, now) <= 1 ? 'soon' : 'later';
}

// When the first answer to a concern is due, as 'Answer due tomorrow', or by how much it is overdue.

/** Nothing where no answer is awaited. It depends on the device's clock, so text and colour appear once the page is hydrated. */
export function AnswerDue({ dispute: { dueAt, dueOn } }: { dispute: Pick<Dispute, 'dueAt' | 'dueOn'> }) {
  const isHydrated = useIsHydrated();
  const timeZone = useTimeZone() ?? undefined;
  if (dueAt === null || dueOn === null) return null;
  const due = { dueAt, dueOn, timeZone };
  const tones = { over: 'red', soon: 'yellow', later: 'grey' } as const;
  return (
    <span title={`The first answer is due by the end of ${formatDate(dueOn)}`} className="inline-flex">
      <Badge tone={isHydrated ? tones[urgencyOf(due, Date.now())] : 'grey'} icon={AlarmClock}>
        <span>
          <Ago at={dueAt} format={(_, now) => dueWords(due, now)} />
        </span>
      </Badge>
    </span>
  );
}

// The place of a concern or an answer: its crop, which leads to the exact view.
type AnchorLinkProps = {
  anchor: Anchor;
  /** Its role in the concern, for screen readers: 'Place of the concern'. */
  label: string;
  onFollow?: (() => void) | undefined;
  /** Checks whether its file still exists, and says so where it does not. */
  checksFile?: boolean | undefined;
};

export function AnchorLink({ anchor, label, onFollow, checksFile = false }: AnchorLinkProps) {
  const isGone = useIsGone(anchor, { enabled: checksFile });
  const words = isGone ? `${anchorWords(anchor)}, no longer here` : anchorWords(anchor);
  return (
    <Link
      href={anchorAddress(anchor)}
      onClick={onFollow}
      aria-label={`${label}: ${words}`}
      className="picture-frame block w-48 max-w-full overflow-hidden rounded-control border border-line hover:border-line-strong"
    >
      <CropPicture anchor={anchor} />
      <span className="wrap-anywhere line-clamp-2 px-2 py-1 text-muted text-sm">{words}</span>
    </Link>
  );
}

// Median times of first answers and resolutions over the last 90 days, and what is overdue.
type Times = { median: number | null; count: number };

/** Nothing until the figures are known, or where they are unavailable: no page depends on them. */
export function ResponseTimes() {
  const { data } = useApiQuery(responseTimes, {});
  if (!data) return null;
  const { days, firstAnswer, resolution, overdue } = data;
  return (
    <Card as="section" padded aria-labelledby="response-times">
      <h2 id="response-times" className="mb-3 font-semibold">
        Response Times
      </h2>
      <FactList
        facts={[
          ['First answer', <Median key="answer" {...firstAnswer} of="concern" />],
          ['Resolution', <Median key="resolution" {...resolution} of="concern" />],
          ['Overdue now', count(overdue, 'concern')],
        ]}
      />
      <p className="mt-3 text-muted text-sm">Medians of the last {days} days.</p>
    </Card>
  );
}

function Median({ median, count: many, of }: Times & { of: string }) {
  if (median === null) return 'None yet';
  return (
    <>
      {durationWords(median)} <span className="text-muted">({count(many, of)})</span>
    </>
  );
}
