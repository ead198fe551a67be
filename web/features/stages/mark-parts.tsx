// The marks of a stage as small badges, each with who gave it and when.
import { BadgeCheck, CheckCheck, Circle, Eye, HardHat, type LucideIcon, TriangleAlert, Undo2, X } from 'lucide-react';
import { type GivenMark, type MarkKind, markKindLabels, type Stage } from '#contract/stages/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Badge, type Tone, tones } from '#web/ui/display/badge.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { giverWords, standingMarks } from './stage-words.ts';

export const markIcons: Record<MarkKind, LucideIcon> = {
  claimed: HardHat,
  seen: Eye,
  confirmed: BadgeCheck,
  acknowledged: CheckCheck,
};

export const markTones: Record<MarkKind, Tone> = {
  claimed: 'yellow',
  seen: 'blue',
  confirmed: 'green',
  acknowledged: 'emerald',
};

type Look = { icon: LucideIcon; tone: Tone };

export function lookOfMark({ kind, act }: Pick<GivenMark, 'kind' | 'act'>): Look {
  if (act === 'refused') return { icon: X, tone: 'red' };
  return act === 'given' ? { icon: markIcons[kind], tone: markTones[kind] } : { icon: Undo2, tone: 'grey' };
}

/** By the furthest mark that stands. */
function lookOf(stage: Stage): Look {
  const last = standingMarks(stage).at(-1);
  if (last) return lookOfMark(last);
  return stage.refused ? { icon: X, tone: 'red' } : { icon: Circle, tone: 'grey' };
}

/** The round sign of a stage in its line. */
export function StageSign({ stage }: { stage: Stage }) {
  const { icon: Icon, tone } = lookOf(stage);
  return (
    <span className={classNames('grid size-8 shrink-0 place-items-center rounded-full', tones[tone])}>
      <Icon aria-hidden="true" className="size-4" />
    </span>
  );
}

type MarkBadgesProps = {
  stage: Stage;
  /** On phones only the last one is told in words that are seen; screen readers hear all. */
  short?: boolean;
};

export function MarkBadges({ stage, short }: MarkBadgesProps) {
  const marks = standingMarks(stage);
  if (marks.length === 0) return null;
  return (
    <ul aria-label="Marks" className="flex flex-wrap gap-x-4 gap-y-1.5">
      {marks.map((mark, at) => (
        <li key={mark.id} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={markTones[mark.kind]} icon={markIcons[mark.kind]}>
            {markKindLabels[mark.kind]}
          </Badge>
          <span
            className={classNames(
              'wrap-anywhere min-w-0 text-muted text-sm',
              short && at < marks.length - 1 && 'max-sm:sr-only',
            )}
          >
            by {giverWords(mark)}, <Instant at={mark.at} day />
          </span>
          {mark.lost && (
            <Badge tone="yellow" icon={TriangleAlert}>
              Its visit was taken back
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
