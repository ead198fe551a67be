// Rounds of work on a weak connection: what is submitted, with pictures, while connection and processes fail; and the results.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadLink } from '#contract/uploads/endpoints.ts';
import type { Line } from '#e2e/hanging-line.ts';
import type { Random } from '#e2e/outbox-device.ts';
import { dropDraft, keepDraft } from '#web/lib/forms/drafts.ts';
import { countKept } from '#web/lib/offline/kept-files.ts';
import type { OfflineCall } from '#web/lib/offline/offline-calls.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import { type Device, type Login, startDevice } from './weak-line-device.ts';

const conditions = ['good', 'cut', 'slow', 'hangs', 'flaps'] as const;
type Condition = (typeof conditions)[number];

/** A submission: its text, by which it is found afterwards, and its pictures. */
export type Handed = {
  call: OfflineCall;
  marker: string;
  subject?: number;
  /** The device could not store it, or the server refused it while its form was open. */
  inForm?: boolean;
  /** By name. */
  pictures?: { upload: string; hashes: Map<string, string> };
};

export type Round = {
  line: Line;
  random: Random;
  login: Login;
  word: string;
  /** Where a visit is submitted. */
  place: { projectId: number; siteId: number };
  /** What is edited or answered, and as which record. */
  subject: { id: number; recordId: number };
  /** What this person may submit. */
  things: readonly ('visit' | 'edit' | 'concern' | 'answer' | 'draft')[];
  killServer: () => Promise<void>;
  met: (what: string) => void;
};

const sizes = [1_000, 60_000, 400_000, 1_500_000];
const id = () => randomBytes(16).toString('hex');

async function flap(line: Line): Promise<void> {
  for (let times = 0; times < 4; times++) {
    line.cut();
    await delay(40);
    line.mend();
    await delay(60);
  }
}

function makeGood(line: Line): void {
  line.mend();
  line.slow(0);
  line.resume();
}

async function change(line: Line, to: Condition): Promise<void> {
  makeGood(line);
  if (to === 'cut') line.cut();
  else if (to === 'slow') line.slow(15);
  else if (to === 'hangs') line.hang();
  else if (to === 'flaps') await flap(line);
}

/** Chosen as from the gallery. */
function choosePictures(device: Device, { random, place: { projectId } }: Round) {
  const upload = id();
  const hashes = new Map<string, string>();
  const count = random.pick([1, 2, 4]);
  const chosen = Array.from({ length: count }, (_, nth) => {
    const bytes = randomBytes(random.pick(sizes));
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    const name = `DJI_${nth}.JPG`;
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
    const announcement = { projectId, folder: '', print: undefined };
    return { file: { id: id(), upload, name, bytes: bytes.length, announcement }, blob: new Blob([bytes]) };
  });
  device.uploads.add(chosen);
  return { upload, hashes };
}

type Written = { call: OfflineCall; input: Unsent['input']; handed: Omit<Handed, 'call' | 'marker'> };

function write(
  thing: Round['things'][number],
  marker: string,
  { device, round }: { device: Device; round: Round },
): Written {
  const { subject, place } = round;
  const visit = { ...place, captureDate: '2026-02-09', notes: marker };
  if (thing === 'visit') {
    const pictures = choosePictures(device, round);
    const body = { ...visit, droneImagesUrl: uploadLink(pictures.upload) };
    return { call: 'createSession', input: { body }, handed: { pictures } };
  }
  const params = { id: subject.id };
  if (thing === 'edit')
    return {
      call: 'editSession',
      input: { params, body: { ...visit, recordId: subject.recordId } },
      handed: { subject: subject.id },
    };
  if (thing === 'concern')
    return { call: 'createDispute', input: { body: { sessionId: subject.id, reason: marker } }, handed: {} };
  return { call: 'commentDispute', input: { params, body: { message: marker } }, handed: { subject: subject.id } };
}

/** The cached session after its author's own edit (web/lib/api/offline-cache.ts). */
function learn({ subject }: Round, call: OfflineCall, reply: unknown): void {
  if (call === 'editSession') subject.recordId = (reply as { recordId: number }).recordId;
}

/** Types it, and submits it unless it is a draft. */
async function handIn(
  device: Device,
  round: Round,
  { marker, form }: { marker: string; form: string },
): Promise<Handed | undefined> {
  const { login, random } = round;
  const thing = random.pick(round.things);
  round.met(thing);
  keepDraft(login.id, form, { values: marker });
  if (thing === 'draft') return undefined;
  const { call, input, handed: more } = write(thing, marker, { device, round });
  const handed: Handed = { call, marker, ...more };
  const written = { call, input, words: marker, key: id(), drafts: [form] };
  await device.outbox
    .submit(written, () => dropDraft(login.id, form))
    .then((reply) => learn(round, call, reply))
    .catch((error: { code?: string }) => {
      handed.inForm = error.code !== 'kept';
    });
  return handed;
}

/** Everything that was submitted, in this order, and the drafts left by their forms. */
export type Outcome = { handed: Handed[]; drafts: Map<string, string>; refused: readonly Unsent[]; device: Device };

export async function work(round: Round, steps: number): Promise<Outcome> {
  const { line, random, login, met } = round;
  const start = () => startDevice(line.url, login, (item, reply) => learn(round, item.call, reply));
  let device = start();
  const handed: Handed[] = [];
  const drafts = new Map<string, string>();
  for (let step = 0; step < steps; step++) {
    const condition = random.pick(conditions);
    met(`line ${condition}`);
    await change(line, condition);
    const marker = `${round.word}s${step}`;
    const form = `weak line ${marker}`;
    const one = await handIn(device, round, { marker, form });
    if (one) handed.push(one);
    else drafts.set(form, marker);
    await delay(random.pick([0, 30, 300]));
    if (random.chance(0.3)) {
      met('browser killed');
      device.kill();
      device = start();
    }
    if (random.chance(0.04)) {
      met('server killed');
      await round.killServer();
    }
  }
  makeGood(line);
  return { handed, drafts, refused: await settle(device, login), device };
}

const mostMs = 120_000;

/** Until nothing waits but what was refused, and no picture is stored here any more. */
async function settle({ outbox, uploads }: Device, { id: person }: Login): Promise<readonly Unsent[]> {
  const until = Date.now() + mostMs;
  for (;;) {
    await outbox.drain();
    await outbox.refresh();
    uploads.wake();
    const waiting = outbox.items().filter(({ refusal }) => !refusal);
    if ((waiting.length === 0 && (await countKept(person)) === 0) || Date.now() > until) return outbox.items();
    await delay(150);
  }
}
