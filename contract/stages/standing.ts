// Which marks of a stage stand, from all that were ever given, and which may come next.
import type { MarkAct, MarkGiver, MarkKind } from './endpoints.ts';

/** A mark, as far as the rules ask. `by`: whose it is, a person or a share link. */
export type MarkFacts = {
  id: number;
  kind: MarkKind;
  act: MarkAct;
  as: MarkGiver;
  by: string;
  onSite: boolean;
  /** The visit it rests on was removed or taken back since. */
  lost: boolean;
};

/** `refused`: the last word about the claim that fell by it, until somebody claims again. */
export type Standing<M extends MarkFacts = MarkFacts> = {
  claimed: M | null;
  seen: M | null;
  confirmed: M | null;
  acknowledged: readonly M[];
  refused: M | null;
};

const nothing = { claimed: null, seen: null, confirmed: null, acknowledged: [], refused: null } as const;

function take<M extends MarkFacts>(standing: Standing<M>, mark: M): Standing<M> {
  switch (mark.kind) {
    case 'claimed':
      return nothing;
    case 'seen': {
      // What somebody checked on site does not rest on what a visit shows.
      const stays = standing.confirmed?.onSite;
      return { ...standing, seen: null, ...(stays ? {} : { confirmed: null, acknowledged: [] }) };
    }
    case 'confirmed':
      return { ...standing, confirmed: null, acknowledged: [] };
    case 'acknowledged':
      return { ...standing, acknowledged: standing.acknowledged.filter(({ by }) => by !== mark.by) };
  }
}

function give<M extends MarkFacts>(standing: Standing<M>, mark: M): Standing<M> {
  if (mark.kind !== 'acknowledged') return { ...standing, [mark.kind]: mark, refused: null };
  return { ...standing, acknowledged: [...standing.acknowledged.filter(({ by }) => by !== mark.by), mark] };
}

/** `marks`: all of one stage, in the order in which they were given. */
export function standingOf<M extends MarkFacts>(marks: readonly M[]): Standing<M> {
  return marks.reduce<Standing<M>>((standing, mark) => {
    if (mark.act === 'refused') return { ...nothing, refused: mark };
    return mark.act === 'given' ? give(standing, mark) : take(standing, mark);
  }, nothing);
}

/** A mark that somebody is about to give. */
export type NextMark = Pick<MarkFacts, 'kind' | 'act' | 'as' | 'by' | 'onSite'>;

function missingBefore({ claimed, seen, confirmed }: Standing, { kind, as, onSite }: NextMark): string | null {
  if (kind === 'claimed') return null;
  if (!claimed) return 'Nobody has claimed this stage';
  if (kind === 'seen') return null;
  const isChecked = as === 'checker' && onSite;
  if (kind === 'confirmed') return seen || isChecked ? null : 'No admin has seen this stage in a released visit yet';
  return confirmed ? null : 'This stage is not confirmed';
}

const already: Record<MarkKind, string> = {
  claimed: 'This stage is already claimed',
  seen: 'This stage was already seen',
  confirmed: 'This stage is already confirmed',
  acknowledged: 'You have already acknowledged this stage',
};

function standingMark(standing: Standing, { kind, by }: NextMark): MarkFacts | null {
  if (kind !== 'acknowledged') return standing[kind];
  return standing.acknowledged.find((mark) => mark.by === by) ?? null;
}

/** Why a mark cannot be given now; null where it can. One that rests on a lost visit may be given again. */
export function whyNot(standing: Standing, next: NextMark): string | null {
  const present = standingMark(standing, next);
  if (next.act === 'taken_back') return present ? null : 'There is no such mark to take back';
  if (next.act === 'refused') {
    if (next.kind !== 'confirmed') return 'Only a confirmation can be refused';
    if (!standing.claimed) return 'Nobody has claimed this stage';
    return standing.confirmed ? 'This stage is confirmed: take the confirmation back first' : null;
  }
  if (present && !present.lost) return already[next.kind];
  return missingBefore(standing, next);
}
