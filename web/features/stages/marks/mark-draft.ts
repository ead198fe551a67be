// What a dialog of a mark holds until it is sent, what is missing in it, and the body that it becomes.
import type { MediaKind } from '#contract/media/endpoints.ts';
import { type MarkAct, type MarkKind, maxPictures, type StageWithMarks } from '#contract/stages/endpoints.ts';

export type ChosenPicture = {
  /** The id of the criterion that it shows. */
  criterion: number;
  sessionId: number;
  mediaKind: MediaKind;
  item: string;
};

/** `ticked`: by the words that were read (`tickOf`), so that a criterion which is reworded is not ticked. */
export type MarkDraft = {
  sessionId: string;
  note: string;
  onSite: boolean;
  ticked: string[];
  pictures: ChosenPicture[];
};

/** The mark that somebody is about to give. */
export type NextMark = { kind: MarkKind; act: MarkAct };

type Criterion = StageWithMarks['criteria'][number];
type Subject = NextMark & { stage: Pick<StageWithMarks, 'criteria' | 'lastMark'> };

export const tickOf = ({ id, text }: Criterion) => `${id} ${text}`;

/** A look begins with the visit that the crew claimed it by. */
export function newDraft({ kind, act }: NextMark, claimedBy: number | undefined): MarkDraft {
  const isLook = kind === 'seen' && act === 'given';
  return { sessionId: isLook && claimedBy ? String(claimedBy) : '', note: '', onSite: false, ticked: [], pictures: [] };
}

export const namesVisit = ({ kind, act }: NextMark) => act === 'given' && kind !== 'acknowledged';
export const ticksCriteria = ({ kind, act }: NextMark) => act === 'given' && (kind === 'seen' || kind === 'confirmed');

/** Of the visit that is chosen now: those of another one wait, should it be chosen again. */
export function picturesOf({ pictures, sessionId }: MarkDraft, criterion: number): ChosenPicture[] {
  return pictures.filter((one) => one.criterion === criterion && String(one.sessionId) === sessionId);
}

/** Adds a picture to those of a criterion, or takes it out; at most so many as a mark keeps. */
export function togglePicture(draft: MarkDraft, picture: ChosenPicture): ChosenPicture[] {
  const isSame = (one: ChosenPicture) =>
    one.criterion === picture.criterion && one.sessionId === picture.sessionId && one.item === picture.item;
  const others = draft.pictures.filter((one) => !isSame(one));
  if (others.length < draft.pictures.length) return others;
  return picturesOf(draft, picture.criterion).length < maxPictures ? [...others, picture] : others;
}

export type Faults = { sessionId?: string; note?: string; ticks: ReadonlySet<string>; pictures?: string };

/** The server's own sentences, said before it is asked. */
export function faultsOf(draft: MarkDraft, { stage, ...next }: Subject): Faults {
  const given = ticksCriteria(next) ? stage.criteria : [];
  const needsVisit = next.act === 'given' && (next.kind === 'claimed' || next.kind === 'seen');
  const hasPicture = given.some(({ id }) => picturesOf(draft, id).length > 0);
  return {
    ...(needsVisit && draft.sessionId === '' && { sessionId: 'Choose the session that shows it' }),
    ...(next.act !== 'given' && draft.note.trim() === '' && { note: 'Say why' }),
    ...(next.kind === 'seen' &&
      given.length > 0 &&
      !hasPicture && { pictures: 'Choose at least one picture that shows it' }),
    ticks: new Set(given.map(tickOf).filter((tick) => !draft.ticked.includes(tick))),
  };
}

export function hasFaults({ ticks, ...others }: Faults): boolean {
  return ticks.size > 0 || Object.keys(others).length > 0;
}

export function toBody(draft: MarkDraft, { stage, ...next }: Subject) {
  const { kind, act } = next;
  const criteria = stage.criteria.map(({ id, text }) => ({
    id,
    text,
    ticked: draft.ticked.includes(tickOf({ id, text })),
    pictures: picturesOf(draft, id).map(({ sessionId, mediaKind, item }) => ({ sessionId, mediaKind, item })),
  }));
  return {
    kind,
    act,
    sessionId: namesVisit(next) && draft.sessionId !== '' ? Number(draft.sessionId) : null,
    onSite: kind === 'confirmed' && act === 'given' && draft.onSite,
    note: draft.note.trim() || null,
    ...(ticksCriteria(next) && { criteria }),
    lastMark: stage.lastMark,
  };
}
