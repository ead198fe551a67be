// The criteria of a stage, each with the pictures by which a mark that stands ticked it, and the pictures that are wanted.
import { Camera, CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import type { StagePicture, StageWithMarks } from '#contract/stages/endpoints.ts';
import { actWords, giverWords } from '#web/features/stages/stage-words.ts';
import { viewpointPath } from '#web/features/viewpoints/viewpoint-labels.ts';
import { count } from '#web/lib/format/format.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

/** Of use where there is a stage before: the pictures stand without it. */
const CompareLink = lazySection(() => import('./compare-link.tsx'), 'CompareLink', null);

type Mark = StageWithMarks['marks'][number];
type Ticked = Mark['criteria'][number];
type Shown = { text: string; ticks: { mark: Mark; ticked: Ticked }[] };

/** Those of the list, then those that a mark keeps in words that the list no longer has. */
export function shownCriteria({ criteria, marks, seen, confirmed }: StageWithMarks): { now: Shown[]; former: Shown[] } {
  const standing = marks.filter(({ id }) => id === seen?.id || id === confirmed?.id);
  const ticksOf = (text: string) =>
    standing.flatMap((mark) => {
      const ticked = mark.criteria.find((one) => one.text === text);
      return ticked ? [{ mark, ticked }] : [];
    });
  const present = new Set(criteria.map(({ text }) => text));
  const kept = new Set(standing.flatMap((mark) => mark.criteria.map(({ text }) => text)));
  const shown = (text: string) => ({ text, ticks: ticksOf(text) });
  return { now: [...present].map(shown), former: [...kept].filter((text) => !present.has(text)).map(shown) };
}

export function StageCriteria({ stage }: { stage: StageWithMarks }) {
  const { now, former } = shownCriteria(stage);
  return (
    <>
      <section aria-labelledby="criteria" className="grid grid-cols-1 gap-3">
        <h2 id="criteria" className="font-semibold text-lg">
          Criteria
        </h2>
        {now.length === 0 && <p className="text-muted">This stage has no criteria.</p>}
        <Criteria criteria={now} stage={stage} />
      </section>
      {former.length > 0 && (
        <section aria-labelledby="former-criteria" className="grid grid-cols-1 gap-3">
          <h2 id="former-criteria" className="font-semibold text-lg">
            As it was marked
          </h2>
          <p className="text-muted">
            These criteria have changed since. The marks keep the wording they were given for.
          </p>
          <Criteria criteria={former} stage={stage} />
        </section>
      )}
      {stage.wanted.length > 0 && <Wanted stage={stage} />}
    </>
  );
}

function Criteria({ criteria, stage }: { criteria: readonly Shown[]; stage: StageWithMarks }) {
  return (
    <ol className="grid grid-cols-1 gap-3">
      {criteria.map(({ text, ticks }) => {
        const isTicked = ticks.some(({ ticked }) => ticked.ticked);
        const Icon = isTicked ? CircleCheck : CircleDashed;
        return (
          <Card key={text} as="li" padded className="grid grid-cols-1 gap-3">
            <p className="flex items-start gap-2 font-medium">
              <Icon
                aria-hidden="true"
                className={`mt-0.5 size-5 shrink-0 ${isTicked ? 'text-green-ink' : 'text-faint'}`}
              />
              <span className="wrap-anywhere min-w-0">
                {text}
                {!isTicked && <span className="sr-only"> (not ticked)</span>}
              </span>
            </p>
            {ticks.map(({ mark, ticked }) => (
              <Evidence key={mark.id} mark={mark} ticked={ticked} stage={stage} />
            ))}
          </Card>
        );
      })}
    </ol>
  );
}

function Evidence({ mark, ticked, stage }: { mark: Mark; ticked: Ticked; stage: StageWithMarks }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="wrap-anywhere text-muted text-sm">
        {actWords(mark)} by {giverWords(mark)}
        {ticked.withheld > 0 && ` · ${count(ticked.withheld, 'picture')} no longer shown to you`}
      </p>
      {ticked.pictures.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
          {ticked.pictures.map((picture) => (
            <li key={`${picture.sessionId} ${picture.item}`} className="grid min-w-0 content-start gap-1">
              <Shot picture={picture} />
              <CompareLink picture={picture} stage={stage} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Opens the viewer of its session at this picture. */
function Shot({ picture: { sessionId, mediaKind, item, name, captureDate, thumbnailUrl } }: { picture: StagePicture }) {
  return (
    <Link
      href={`/sessions/${sessionId}?${new URLSearchParams({ tab: mediaKind, item })}`}
      aria-label={`${name}, visit of ${formatDate(captureDate)}`}
      className="relative block overflow-hidden rounded-control"
    >
      <Picture alt="" small={thumbnailUrl} sizes="(width < 640px) 44vw, (width < 1024px) 30vw, 240px" ratio="3/2" />
      <span className="absolute bottom-2 left-2 rounded-md bg-black/65 px-2 py-1 font-medium text-white text-xs tabular-nums">
        {shortDay(captureDate)}
      </span>
    </Link>
  );
}

function Wanted({ stage: { wanted, projectId } }: { stage: StageWithMarks }) {
  return (
    <section aria-labelledby="wanted" className="grid grid-cols-1 gap-2">
      <h2 id="wanted" className="font-semibold text-lg">
        Wanted pictures
      </h2>
      <ul className="grid grid-cols-1 gap-1.5">
        {wanted.map(({ text, viewpoint }) => (
          <li key={viewpoint?.id ?? text} className="flex items-start gap-2">
            <Camera aria-hidden="true" className="mt-1 size-4 shrink-0 text-muted" />
            {viewpoint ? (
              <Link href={viewpointPath({ projectId, id: viewpoint.id })} className="wrap-anywhere underline">
                {viewpoint.name}
              </Link>
            ) : (
              <span className="wrap-anywhere min-w-0">{text}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
