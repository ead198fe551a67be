// What stages and their marks are called on screen.
import {
  type GivenMark,
  type MarkGiver,
  type MarkKind,
  markKindLabels,
  type Stage,
} from '#contract/stages/endpoints.ts';
import { count } from '#web/lib/format/format.ts';

export const giverLabels: Record<MarkGiver, string> = {
  crew: 'crew',
  admin: 'admin',
  checker: 'checker',
  client: 'client',
  guest: 'guest, by link',
};

/** What a stage waits for. */
export const nextWords: Record<MarkKind, string> = {
  claimed: 'Next: claimed by the crew',
  seen: 'Next: seen by an admin in a released visit',
  confirmed: 'Next: confirmed by an admin or a checker',
  acknowledged: 'Next: acknowledged by the client',
};

/** 'Claimed', 'Refused', 'Taken back: Confirmed'. */
export function actWords({ kind, act }: Pick<GivenMark, 'kind' | 'act'>): string {
  if (act === 'refused') return 'Refused';
  return act === 'given' ? markKindLabels[kind] : `Taken back: ${markKindLabels[kind]}`;
}

/** 'Adaeze Nwosu (checker)'; a confirmation after a visit of their own says so. */
export function giverWords({ byName, as, onSite }: Pick<GivenMark, 'byName' | 'as' | 'onSite'>): string {
  return `${byName} (${giverLabels[as]}${onSite ? ', checked on site' : ''})`;
}

export function varianceWords({ days }: NonNullable<Stage['variance']>): string {
  return `Claimed ${count(days, 'day')} ago, not confirmed`;
}

/** The name of a list: that of its site, or of the project as a whole. */
export function listName(site: Stage['site']): string {
  return site?.name ?? 'Whole project';
}

/** The marks that stand, in the order in which they were given. */
export function standingMarks({
  claimed,
  seen,
  confirmed,
  acknowledged,
}: Pick<Stage, 'claimed' | 'seen' | 'confirmed' | 'acknowledged'>): GivenMark[] {
  return [claimed, seen, confirmed, ...acknowledged].filter((mark) => mark !== null);
}

export type StageList = { site: Stage['site']; stages: Stage[]; dropped: Stage[] };

/** The project's own list, then those of its sites, as they come from the server. */
export function listsOf(stages: readonly Stage[]): StageList[] {
  const lists = new Map<number | undefined, StageList>();
  for (const stage of stages) {
    const list: StageList = lists.get(stage.site?.id) ?? { site: stage.site, stages: [], dropped: [] };
    lists.set(stage.site?.id, list);
    (stage.dropped ? list.dropped : list.stages).push(stage);
  }
  return [...lists.values()];
}

export function stagePath({ id }: Pick<Stage, 'id'>): string {
  return `/stages/${id}`;
}
