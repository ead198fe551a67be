// All marks that a stage was ever given, the newest first: nothing is deleted, one that no longer holds says why.
import { Images, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import type { StageWithMarks } from '#contract/stages/endpoints.ts';
import { lookOfMark } from '#web/features/stages/mark-parts.tsx';
import { actWords, giverWords } from '#web/features/stages/stage-words.ts';
import { count } from '#web/lib/format/format.ts';
import { tones } from '#web/ui/display/badge.tsx';
import { Instant } from '#web/ui/display/instant.tsx';

type Mark = StageWithMarks['marks'][number];

export function StageHistory({ stage: { marks } }: { stage: StageWithMarks }) {
  return (
    <section aria-labelledby="marks" className="grid grid-cols-1 gap-3">
      <h2 id="marks" className="font-semibold text-lg">
        History
      </h2>
      {marks.length === 0 && <p className="text-muted">No marks yet</p>}
      <ol className="grid grid-cols-1 gap-4">
        {[...marks].reverse().map((mark) => (
          <Entry key={mark.id} mark={mark} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ mark }: { mark: Mark }) {
  const { icon: Icon, tone } = lookOfMark(mark);
  const { at, note, session, lost } = mark;
  const facts = factsOf(mark);
  return (
    <li className="flex min-w-0 gap-3">
      <span className={`grid size-8 shrink-0 place-items-center rounded-full ${tones[tone]}`}>
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{actWords(mark)}</span> by {giverWords(mark)}
        </p>
        <p className="text-muted text-sm tabular-nums">
          <Instant at={at} />
          {facts && ` · ${facts}`}
        </p>
        {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
        {session && (
          <p className="text-sm">
            <Link
              href={`/sessions/${session.id}`}
              className="touch-target inline-flex items-center gap-1.5 rounded-control underline"
            >
              <Images aria-hidden="true" className="size-4 shrink-0" />
              Visit of {formatDate(session.captureDate)}
            </Link>
          </p>
        )}
        {lost && (
          <p className="flex items-start gap-1.5 text-sm text-yellow-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            The visit or a picture that it is based on was taken back.
          </p>
        )}
      </div>
    </li>
  );
}

function factsOf({ criteria }: Mark): string {
  const ticked = criteria.filter((one) => one.ticked).length;
  const pictures = criteria.reduce((sum, one) => sum + one.pictures.length, 0);
  return [
    ticked > 0 && count(ticked, 'criterion ticked', 'criteria ticked'),
    pictures > 0 && count(pictures, 'picture'),
  ]
    .filter(Boolean)
    .join(', ');
}
