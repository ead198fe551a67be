// Marks in words, as pages and papers say them, and the name that a guest types for one.
import { type MarkAct, type MarkGiver, type MarkKind, markKindLabels } from './endpoints.ts';

/** 'by Ada Obi'; of a guest the name is what they typed, which nobody has checked. */
export function giverWords({ as, byName }: { as: MarkGiver; byName: string }): string {
  return as === 'guest' ? `by link, name as typed: ${byName}` : `by ${byName}`;
}

/** 'Confirmed', 'Confirmation refused', 'Confirmed taken back'. */
export function actWords({ kind, act }: { kind: MarkKind; act: MarkAct }): string {
  if (act === 'refused') return 'Confirmation refused';
  const label = markKindLabels[kind];
  return act === 'given' ? label : `Mark ‘${label}’ taken back`;
}

const unnamed: Partial<Record<MarkGiver, string>> = {
  crew: 'by the photographer',
  admin: 'by the company',
  client: 'by the client',
};

/**
 * For people without a login: a checker, whose word they take, is named; of the crew, the company and the client they read no name
 * (behaviour §16.3).
 */
export function guestGiverWords(mark: { as: MarkGiver; byName: string }): string {
  return unnamed[mark.as] ?? giverWords(mark);
}

/** Of the name that somebody without a login types when they acknowledge a stage. */
export const maxGuestName = 100;

/** In one line; null where nothing is left of it, or it is too long. */
export function guestNameOf(typed: unknown): string | null {
  const name = String(typed ?? '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const length = [...name].length;
  return length >= 1 && length <= maxGuestName ? name : null;
}
