// Unsent things about one session: a later one takes the place of its like, or goes after what waits, from the record that this makes.
import { offlineKeyPrefix } from '#contract/core/endpoint.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import type { OfflineCall } from './offline-calls.ts';
import type { Unsent } from './outbox-store.ts';

type About = Pick<Unsent, 'call' | 'input'>;
/** What is written in one step. */
export type Change = { put?: Unsent[]; remove?: number[] };

const ofSession: ReadonlySet<OfflineCall> = new Set([
  'editSession',
  'resubmitSession',
  'approveSession',
  'rejectSession',
]);

/** Its id; undefined for what is about something else, or about a session that the server does not know yet. */
export function sessionOf({ call, input }: About): number | undefined {
  return ofSession.has(call) ? input.params?.id : undefined;
}

/** What its order counts within: a session or a concern; undefined for what is about nothing that the server knows yet. */
export function subjectOf(item: About): string | undefined {
  const id = item.input.params?.id;
  return id === undefined ? undefined : `${item.call === 'commentDispute' ? 'concern' : 'session'} ${id}`;
}

/** Of those that wait the last about the same session: it goes first. */
export function before<Item extends About>(item: Item, waiting: readonly Unsent[]): Item & Pick<Unsent, 'after'> {
  const id = sessionOf(item);
  const last = id === undefined ? undefined : waiting.findLast((each) => sessionOf(each) === id);
  return last ? { ...item, after: last.id } : item;
}

/** Whether what goes before it is still here. */
export function isHeld({ after }: Pick<Unsent, 'after'>, items: readonly Unsent[]): boolean {
  return after !== undefined && items.some(({ id }) => id === after);
}

/** As its author edited it; what was sent meanwhile may have given it another record. */
export function rewritten(here: readonly Unsent[], item: Unsent, { body = {} }: Unsent['input']): Unsent {
  const present = here.find(({ id }) => id === item.id) ?? item;
  const known = item.input.body?.recordId;
  const recordId = body.recordId === known ? present.input.body?.recordId : body.recordId;
  return revised(present, withRecord({ ...present.input, body }, recordId));
}

/** Another content for the same attempt: what was tried may have arrived, but for what was refused. */
function revised(item: Unsent, input: Unsent['input']): Unsent {
  const tried = item.refusal ? item.tried : [...(item.tried ?? []), item.input];
  return { ...item, input, tried, refusal: undefined };
}

/** A second edit is the first one with another content: one thing, under the first one's key, made from the same record. */
export function folded(items: readonly Unsent[]): Change {
  const byId = new Map(items.map((item) => [item.id, item]));
  const remove: number[] = [];
  for (const { id } of items) {
    const item = byId.get(id) as Unsent;
    const first = item.after === undefined ? undefined : byId.get(item.after);
    if (first?.call !== item.call) continue;
    const { key, at, after, refusal, tried } = revised(first, item.input);
    const input = withRecord(item.input, first.input.body?.recordId);
    byId.set(id, { ...item, input, key, at, after, tried, refusal: first.refusal ?? refusal });
    byId.delete(first.id);
    remove.push(first.id);
  }
  return { put: remove.length > 0 ? [...byId.values()] : [], remove };
}

/** It was sent: what was written after it goes on from there. */
export function settled(items: readonly Unsent[], id: number, reply: unknown): Change {
  const { recordId } = Object(reply) as { recordId?: unknown };
  const next = items.filter(({ after }) => after === id);
  return {
    remove: [id],
    put: next.map((item) => ({ ...item, after: undefined, input: withRecord(item.input, recordId) })),
  };
}

/** Of a session that arrived unnoticed, in an earlier version, the last one is an edit; of other things nothing can be said. */
export function asEdit(item: Unsent, reply: unknown, at: number): Unsent | undefined {
  const { id, recordId } = Object(reply) as { id?: number; recordId?: number };
  if ((item.call !== 'createSession' && item.call !== 'editSession') || !id || !recordId) return undefined;
  const input = withRecord({ params: { id }, body: item.input.body ?? {} }, recordId);
  return { ...item, call: 'editSession', input, key: `${offlineKeyPrefix}${randomKey()}`, at, tried: undefined };
}

function withRecord(input: Unsent['input'], recordId: unknown): Unsent['input'] {
  return recordId === undefined ? input : { ...input, body: { ...input.body, recordId } };
}
