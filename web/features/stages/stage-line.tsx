// One list of stages as a line from the first to the last, with how far it is claimed and confirmed.
import { Clock, Hand, Scale, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import type { Stage } from '#contract/stages/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { MarkBadges, StageSign } from './mark-parts.tsx';
import { listName, nextWords, type StageList, stagePath, varianceWords } from './stage-words.ts';
import { incompleteWords, openClaimWords, sharesOf, weightWords } from './weights.ts';

type StageLineProps = {
  list: StageList;
  /** It is the only one of its project: its name says nothing. */
  isOnly: boolean;
  /** Not all of its stages came yet: sums would be wrong. */
  isPartial: boolean;
  /** What may be done with the list. */
  children: ReactNode;
};

export function StageLine({ list: { site, stages, dropped }, isOnly, isPartial, children }: StageLineProps) {
  const [showsDropped, setShowsDropped] = useState(false);
  return (
    <section aria-label={`Stages, ${listName(site)}`} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className={isOnly && site === null ? 'sr-only' : 'wrap-anywhere font-semibold text-lg'}>
            {listName(site)}
          </h2>
          {!isPartial && <Progress stages={stages} />}
        </div>
        {children}
      </div>
      <Share stages={stages} />
      <Line stages={stages} />
      {dropped.length > 0 && (
        <div className="grid grid-cols-1 gap-3">
          <Button
            className="justify-self-start"
            aria-expanded={showsDropped}
            onClick={() => setShowsDropped(!showsDropped)}
          >
            {showsDropped ? 'Hide' : 'Show'} {count(dropped.length, 'dropped stage')}
          </Button>
          {showsDropped && <Line stages={dropped} />}
        </div>
      )}
    </section>
  );
}

/** Both sums side by side, and for those who read variances their difference; of a list without weights how many stages they are. */
function Progress({ stages }: { stages: readonly Stage[] }) {
  const { actor } = useCurrentUser();
  const { hasWeights, claimed, confirmed } = sharesOf(stages);
  const incomplete = incompleteWords(stages);
  const variance = can.readVariances(actor) ? openClaimWords(stages) : null;
  const words = (sum: typeof claimed) => (hasWeights ? weightWords(sum.weight) : `${sum.count} of ${stages.length}`);
  return (
    <>
      <p className="tabular-nums">
        Claimed <strong className="font-semibold">{words(claimed)}</strong> · Confirmed{' '}
        <strong className="font-semibold">{words(confirmed)}</strong>
      </p>
      {variance && (
        <p className="mt-1">
          <Badge tone="yellow" icon={Clock}>
            {variance}
          </Badge>
        </p>
      )}
      {incomplete && (
        <p className="mt-1 flex items-baseline gap-1.5 text-sm text-yellow-ink tabular-nums">
          <Scale aria-hidden="true" className="size-4 shrink-0 translate-y-0.75" />
          {incomplete}
        </p>
      )}
    </>
  );
}

/** The same for the eye: a part for each stage, as wide as its weight. */
function Share({ stages }: { stages: readonly Stage[] }) {
  const isWeighed = incompleteWords(stages) === null && stages.some(({ weight }) => weight !== null);
  return (
    <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      {stages.map((stage) => (
        <span
          key={stage.id}
          className={`min-w-0.5 basis-0 ${shareColour(stage)}`}
          style={{ flexGrow: isWeighed ? (stage.weight ?? 0) : 1 }}
        />
      ))}
    </div>
  );
}

function shareColour({ claimed, confirmed }: Stage): string {
  if (confirmed) return 'bg-green-ink';
  return claimed ? 'bg-yellow-ink opacity-60' : 'bg-line';
}

/** Of stages that nobody claimed yet, only the first says so: the others wait for it. */
function Line({ stages }: { stages: readonly Stage[] }) {
  const first = stages.find(({ asks, refused }) => asks?.kind === 'claimed' && !refused);
  const isSaid = (stage: Stage) => stage === first || stage.lastMark !== null;
  return (
    <ol className="grid grid-cols-1">
      {stages.map((stage, at) => (
        <li key={stage.id} className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-5">
          {at < stages.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-9 bottom-1 left-[calc(1rem-1px)] w-0.5 rounded-full bg-line"
            />
          )}
          <StageSign stage={stage} />
          <StageRow stage={stage} asks={isSaid(stage) ? stage.asks : null} />
        </li>
      ))}
    </ol>
  );
}

function StageRow({ stage, asks }: { stage: Stage } & Pick<Stage, 'asks'>) {
  const { name, weight, position, dropped, refused, variance } = stage;
  return (
    <article aria-label={name} className="grid min-w-0 grid-cols-1 gap-1.5 pt-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <h3 className="wrap-anywhere min-w-0 font-semibold">
          <Link href={stagePath(stage)} className="touch-target inline-flex items-center hover:underline">
            {dropped ? name : `${position} ${name}`}
          </Link>
        </h3>
        <p className="text-muted text-sm tabular-nums">
          {[dropped ? 'Dropped' : '', weight === null ? '' : weightWords(weight)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Dates stage={stage} />
      <MarkBadges stage={stage} short />
      {refused && (
        <Notice tone="red" icon={X}>
          <span className="font-medium">Refused by {refused.byName}</span>
          {refused.note && `: ${refused.note}`}
        </Notice>
      )}
      {(variance || asks) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {variance && (
            <Badge tone="yellow" icon={Clock}>
              {varianceWords(variance)}
            </Badge>
          )}
          {asks && (
            <span className={classNames('text-sm', asks.mine ? 'text-ink' : 'text-muted')}>{nextWords[asks.kind]}</span>
          )}
          {asks?.mine && (
            <Badge tone="accent" icon={Hand}>
              Waiting for you
            </Badge>
          )}
        </p>
      )}
    </article>
  );
}

/** Reached is what was confirmed. */
export function Dates({ stage: { plannedOn, confirmed } }: { stage: Pick<Stage, 'plannedOn' | 'confirmed'> }) {
  if (!plannedOn && !confirmed) return null;
  return (
    <p className="text-muted text-sm tabular-nums">
      {plannedOn && `Planned ${formatDate(plannedOn)}`}
      {plannedOn && confirmed && ' · '}
      {confirmed && (
        <>
          Reached <Instant at={confirmed.at} day />
        </>
      )}
    </p>
  );
}
