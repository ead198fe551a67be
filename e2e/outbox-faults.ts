// Rounds of an outbox against the real product: everything that can fail does, and in the end each thing arrived once or is still here.
import { setTimeout as delay } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import type { ApiError } from '#web/lib/api/api-error.ts';
import type { OfflineCall } from '#web/lib/offline/offline-calls.ts';
import type { Outbox } from '#web/lib/offline/outbox.ts';
import { createOutboxStore, type Unsent, type Written } from '#web/lib/offline/outbox-store.ts';
import {
  type Ask,
  type Fault,
  faults,
  others,
  personAt,
  type Random,
  randomFrom,
  startDevice,
} from './outbox-device.ts';
import { certainOf, type Kind, kinds } from './outbox-rounds.ts';

type FaultFigures = {
  rounds: number;
  /** Written by somebody who was not warned that it cannot be stored. */
  written: number;
  arrived: number;
  /** Still shown as not sent, with its content. */
  waiting: number;
  /** Refused or not stored while its form was open, which still holds it. */
  inForm: number;
  lost: number;
  twice: number;
  met: Record<Fault, number>;
};

type Item = { marker: string; written: Written; inForm: boolean };
type Row = Record<string, unknown> & { id: number };
type World = { crew: Ask; client: Ask; admin: Ask; place: Row; dispute: Row };

/** What a round needs; requested again while the server is busy. */
async function answerTo(ask: Ask, what: string, body?: unknown): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const answer = await ask(what, { body });
    if (answer.ok) return answer.json();
    if (answer.status !== 503 || tries === 10) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    await delay(1000);
  }
}

const rowsOf = async (ask: Ask, path: string) => (await answerTo(ask, `GET ${path}`)) as Row[];

async function worldAt(url: string): Promise<World> {
  const [crew, client, admin] = await Promise.all(
    ['photographer', 'client', 'kunle'].map((name) => personAt(url, name)),
  );
  if (!crew || !client || !admin) throw new Error('Nobody is there');
  const [place] = await rowsOf(crew, '/api/sessions?limit=1');
  const [dispute] = await rowsOf(client, '/api/disputes?limit=1');
  if (!place || !dispute) throw new Error('The demo has no session or no concern');
  return { crew, client, admin, place, dispute };
}

const bodyOf = ({ projectId, siteId }: Row, notes: string) => ({
  projectId,
  siteId,
  captureDate: '2026-02-09',
  notes,
});

type Plan = { ask: Ask; things: Omit<Written, 'key' | 'words'>[]; session?: Row };

/** What is written in a round, each with a unique word to search for afterwards. */
async function planOf(world: World, kind: Kind, word: string): Promise<Plan> {
  const { crew, client, admin, place, dispute } = world;
  const thing = (call: OfflineCall, id: number | undefined, body: Record<string, unknown>) => ({
    call,
    input: { ...(id === undefined ? {} : { params: { id } }), body },
  });
  if (kind === 'create') return { ask: crew, things: [thing('createSession', undefined, bodyOf(place, `${word}a`))] };
  if (kind === 'comment')
    return {
      ask: client,
      things: ['a', 'b'].map((end) => thing('commentDispute', dispute.id, { message: word + end })),
    };
  let session = (await answerTo(crew, 'POST /api/sessions', bodyOf(place, 'At first'))) as Row;
  if (kind === 'edit and resubmit')
    session = (await answerTo(admin, `PUT /api/sessions/${session.id}/reject`, { rejectionReason: 'Too dark' })) as Row;
  const { id, recordId } = session;
  const edit = (end: string) => thing('editSession', id, { ...bodyOf(place, word + end), recordId });
  const things = {
    edit: [edit('a')],
    'edit twice': [edit('a'), edit('b')],
    'edit and resubmit': [edit('a'), thing('resubmitSession', id, { note: `${word}b`, recordId })],
    reject: [thing('rejectSession', id, { rejectionReason: `${word}a`, recordId })],
  }[kind];
  return { ask: kind === 'reject' ? admin : crew, things, session };
}

/** How often a word has arrived. */
async function arrivalsOf({ crew, client, dispute }: World, { session }: Plan, { marker, written: { call } }: Item) {
  if (call === 'commentDispute') {
    const all = await rowsOf(client, `/api/disputes/${dispute.id}/messages?limit=500`);
    return all.filter(({ message }) => message === marker).length;
  }
  if (call === 'createSession') {
    const all = await rowsOf(crew, `/api/sessions?q=${marker}`);
    return all.filter(({ notes }) => notes === marker).length;
  }
  const records = (await rowsOf(crew, `/api/sessions/${session?.id}/records?limit=100`)) as (Row & {
    content: Row | null;
  })[];
  const holds = {
    editSession: ({ action, content }: (typeof records)[number]) => action === 'edited' && content?.notes === marker,
    resubmitSession: ({ resubmitNote }: Row) => resubmitNote === marker,
    rejectSession: ({ rejectionReason, action }: Row) => action === 'rejected' && rejectionReason === marker,
  }[call as 'editSession'];
  return records.filter(holds).length;
}

type Round = { world: World; random: Random; round: number; run: string; met: FaultFigures['met'] };

async function takeRound({ world, random, round, run, met }: Round) {
  const kind = kinds[round % kinds.length] as Kind;
  const plan = await planOf(world, kind, `${run}x${round}x`);
  const meet = (fault: Fault) => {
    met[fault]++;
    return fault;
  };
  const store = createOutboxStore(round);
  const certain = certainOf(round);
  const offset = (certain.days ?? random.pick([-1, 0, 0, 1])) * 86_400_000;
  if (offset !== 0) meet('clock a day off');
  const isFull = (certain.isFull ?? random.chance(0.1)) ? meet('storage full') : undefined;
  const full = async () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const first = [...certain.first];
  const fault = () => {
    const next = first.shift() ?? (random.chance(0.7) ? random.pick(faults) : undefined);
    return next && meet(next);
  };
  const start = (mayFail = true) =>
    startDevice({
      ask: plan.ask,
      store: isFull && mayFail ? { ...store, add: full } : store,
      fault: mayFail ? fault : () => undefined,
      onRefused: (status) => (status === 409 || status === 422) && meet(`answer ${status}`),
      now: () => Date.now() + offset,
    });
  const items: Item[] = [];
  for (const [at, thing] of plan.things.entries()) {
    const marker = `${run}x${round}x${'ab'[at]}`;
    const item: Item = {
      marker,
      written: { ...thing, words: marker, key: `${run}-${round}-${at}` },
      inForm: isFull !== undefined,
    };
    items.push(item);
    const { outbox, until } = start();
    // Warned that nothing can be stored, people press once more.
    const submitted = outbox
      .submit(item.written)
      .catch((error: ApiError) => (error.code === 'not_kept' ? outbox.submit(item.written) : Promise.reject(error)))
      .catch((error: ApiError) => {
        item.inForm = isFull !== undefined || (error.code !== 'kept' && error.status !== 401);
      });
    await until(submitted);
  }
  const isDisturbed = plan.session !== undefined && (certain.isDisturbed ?? random.chance(0.25));
  if (isDisturbed)
    await answerTo(world.crew, `PATCH /api/sessions/${plan.session?.id}`, { notes: 'Changed elsewhere' });
  for (let tries = 0; tries < 3; tries++) {
    const { outbox, until } = start();
    await until(outbox.drain());
    await outbox.refresh();
    const [comment] = outbox.items().filter(({ call }) => call === 'commentDispute');
    if (comment && tries === 0 && (certain.isRewritten ?? random.chance(0.3)))
      // Nobody writes on a device that died while it sent.
      await until(rewrite(outbox, comment, items));
  }
  for (let tries = 0; tries < 2; tries++) await start(false).outbox.drain();
  return { plan, items, left: await store.all() };
}

/** Edits what waits; where it had arrived unnoticed the server answers 422, and both are stored apart. */
async function rewrite(outbox: Outbox, item: Unsent, items: Item[]): Promise<void> {
  const before = items.find(({ marker }) => marker === item.input.body?.message);
  if (!before) return;
  const marker = `${before.marker}c`;
  await outbox.change(item, { ...item.input, body: { message: marker } });
  items.push({ ...before, marker });
}

/** A later edit replaces an earlier one, and so does a comment that was edited while it waited. */
function isReplaced(item: Item, items: readonly Item[], arrived: ReadonlyMap<string, number>): boolean {
  if (arrived.get(item.marker)) return false;
  const at = items.indexOf(item);
  return items
    .slice(at + 1)
    .some(({ marker, written }) =>
      item.written.call === 'editSession' ? written.call === 'editSession' : marker === `${item.marker}c`,
    );
}

type Outcome = 'arrived' | 'waiting' | 'inForm' | 'lost' | 'twice';

function outcomeOf({ marker, inForm }: Item, times: number, left: readonly Unsent[]): Outcome {
  if (times > 0) return times === 1 ? 'arrived' : 'twice';
  if (left.some(({ input }) => JSON.stringify(input.body).includes(`"${marker}"`))) return 'waiting';
  return inForm ? 'inForm' : 'lost';
}

/** Prints what was lost or duplicated, to help find the reason. */
export async function runFaults(url: string, rounds: number, seed = 1): Promise<FaultFigures> {
  globalThis.indexedDB = new IDBFactory();
  const world = await worldAt(url);
  const random = randomFrom(seed);
  const run = `r${Date.now().toString(36)}`;
  const met = Object.fromEntries([...faults, ...others].map((fault) => [fault, 0])) as FaultFigures['met'];
  const began = Date.now();
  const figures = { rounds, written: 0, arrived: 0, waiting: 0, inForm: 0, lost: 0, twice: 0, met };
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && round % 20 === 0)
      console.log(`${round} rounds after ${Math.round((Date.now() - began) / 1000)} s`);
    const { plan, items, left } = await takeRound({ world, random, round, run, met });
    const arrived = new Map<string, number>();
    for (const item of items) arrived.set(item.marker, await arrivalsOf(world, plan, item));
    for (const item of items.filter((each) => !isReplaced(each, items, arrived))) {
      const outcome = outcomeOf(item, arrived.get(item.marker) ?? 0, left);
      figures.written++;
      figures[outcome]++;
      if (outcome === 'lost' || outcome === 'twice')
        console.log(`Round ${round}, ${item.written.call}, ${item.marker}: ${outcome}`, JSON.stringify(left));
    }
  }
  return figures;
}
