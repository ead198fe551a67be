// Results of rounds on a weak connection: each submission once and in order, every byte of every picture, and the unsent drafts.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { lineTo } from '#e2e/hanging-line.ts';
import { randomFrom } from '#e2e/outbox-device.ts';
import { demoPassword } from '#server/db/demo/cast.ts';
import { type Product, startProduct } from '#server/test-support/processes/product-process.ts';
import { readDrafts } from '#web/lib/forms/draft-store.ts';
import { type Login, prepareDevice } from './weak-line-device.ts';
import { type Handed, type Outcome, type Round, work } from './weak-line-rounds.ts';

export type WeakLineFigures = Record<
  Fate | 'handed' | 'outOfOrder' | 'pictures' | 'differing' | 'drafts' | 'draftsWrong',
  number
> & {
  met: Record<string, number>;
};
type Fate = 'arrived' | 'waiting' | 'inForm' | 'lost' | 'twice';

type Row = Record<string, unknown> & { id: number };
type Server = { product: Product; root: string; start: (port: string) => Promise<Product> };

async function askAt<T>({ product }: Server, what: string, login: Login & { body?: unknown }): Promise<T> {
  const answer = await product.ask(what, login);
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

async function logIn(server: Server, username: string): Promise<Login> {
  const cookie = await server.product.login(username, demoPassword);
  const { id } = await askAt<Row>(server, 'GET /api/user', { id: 0, cookie });
  return { id, cookie };
}

/** This person's texts of a kind, in the server's order. */
async function wordsOf(server: Server, { login, word }: Round, { call, subject }: Handed): Promise<string[]> {
  const read = (path: string) => askAt<Row[]>(server, `GET ${path}`, login);
  if (call === 'createSession')
    return (await read(`/api/sessions?q=${word}&limit=100`)).map(({ notes }) => String(notes));
  if (call === 'createDispute') return (await read('/api/disputes?limit=100')).map(({ reason }) => String(reason));
  if (call === 'commentDispute')
    return (await read(`/api/disputes/${subject}/messages?limit=500`)).map(({ message }) => String(message));
  const records = await read(`/api/sessions/${subject}/records?limit=100`);
  return records.flatMap(({ action, content }) => (action === 'edited' ? String(Object(content).notes) : []));
}

const isSorted = (found: readonly string[], written: readonly string[]) => {
  const places = found.map((words) => written.indexOf(words)).filter((at) => at >= 0);
  return places.every((at, nth) => nth === 0 || at > (places[nth - 1] ?? 0));
};

const ordered = new Set(['editSession', 'commentDispute']);

type Judged = { server: Server; round: Round; outcome: Outcome; figures: WeakLineFigures };

/** Printed, to help find the reason. */
function tell({ round: { word }, outcome: { refused } }: Judged, what: string, one: unknown): void {
  console.log(`${word}: ${what}`, JSON.stringify(one), JSON.stringify(refused));
}

function fateOf({ marker, inForm }: Handed, found: readonly string[], refused: Outcome['refused']): Fate {
  const times = found.filter((words) => words === marker).length;
  if (times > 0) return times === 1 ? 'arrived' : 'twice';
  if (refused.some(({ input }) => JSON.stringify(input.body).includes(`"${marker}"`))) return 'waiting';
  return inForm ? 'inForm' : 'lost';
}

async function judgeThings(judged: Judged): Promise<void> {
  const { server, round, outcome, figures } = judged;
  const { handed, refused } = outcome;
  for (const call of new Set(handed.map((one) => one.call))) {
    const own = handed.filter((one) => one.call === call);
    const found = await wordsOf(server, round, own[0] as Handed);
    const written = own.map(({ marker }) => marker);
    if (ordered.has(call) && !isSorted(found, written)) {
      figures.outOfOrder++;
      tell(judged, 'out of order', found);
    }
    // A later edit replaces one that waits.
    const counted = own.filter(
      ({ marker }, at) => call !== 'editSession' || at === own.length - 1 || found.includes(marker),
    );
    for (const one of counted) {
      const fate = fateOf(one, found, refused);
      figures.handed++;
      figures[fate]++;
      if (fate !== 'arrived') tell(judged, fate, one);
    }
  }
}

async function judgePictures(judged: Judged): Promise<void> {
  const { server, round, outcome, figures } = judged;
  for (const { pictures, marker } of outcome.handed) {
    if (!pictures || outcome.refused.some(({ words }) => words === marker)) continue;
    const { files } = await askAt<Upload>(server, `GET /api/uploads/${pictures.upload}`, round.login);
    for (const [name, hash] of pictures.hashes) {
      figures.pictures++;
      const [file, ...more] = files.filter((each) => each.sentName === name && each.state === 'kept');
      const path = join(server.root, 'folders', pictures.upload, file?.name ?? '');
      if (file && more.length === 0 && createHash('sha256').update(readFileSync(path)).digest('hex') === hash) continue;
      figures.differing++;
      tell(judged, `picture ${name} differs`, files);
    }
  }
}

async function judgeDrafts(judged: Judged): Promise<void> {
  const { round, outcome, figures } = judged;
  const { id } = round.login;
  const texts = new Map((await readDrafts(id)).map(({ name, text }) => [name, text]));
  for (const form of [...outcome.drafts.keys(), ...outcome.handed.map(({ marker }) => `weak line ${marker}`)]) {
    figures.drafts++;
    const text = texts.get(`draft ${id} ${form}`) ?? null;
    const typed = outcome.drafts.get(form);
    if (typed === undefined ? text === null : text?.includes(typed)) continue;
    figures.draftsWrong++;
    tell(judged, `draft ${form}`, text);
  }
}

const kinds = ['visits', 'concerns', 'visits', 'answers'] as const;
const thingsOf = {
  visits: ['visit', 'visit', 'edit', 'edit', 'draft'],
  concerns: ['concern', 'draft'],
  answers: ['answer', 'draft'],
} as const;

type World = { crew: Login; client: Login; place: Round['place']; seen: number; dispute: number };

async function worldAt(server: Server): Promise<World> {
  const [crew, client] = [await logIn(server, 'photographer'), await logIn(server, 'client')];
  const first = async (path: string, login: Login) => (await askAt<Row[]>(server, `GET ${path}?limit=1`, login))[0];
  const { projectId, siteId } = (await first('/api/sessions', crew)) as unknown as Round['place'];
  const [seen, dispute] = [await first('/api/sessions', client), await first('/api/disputes', client)];
  return { crew, client, place: { projectId, siteId }, seen: seen?.id ?? 0, dispute: dispute?.id ?? 0 };
}

/** Each round edits its own visit. */
async function subjectOf(server: Server, world: World, kind: (typeof kinds)[number]): Promise<Round['subject']> {
  if (kind !== 'visits') return { id: kind === 'concerns' ? world.seen : world.dispute, recordId: 0 };
  const visit = { ...world.place, captureDate: '2026-02-09', notes: 'At first' };
  return askAt<Round['subject']>(server, 'POST /api/sessions', { ...world.crew, body: visit });
}

async function startServer(folder: string): Promise<Server> {
  const root = join(folder, 'uploads');
  mkdirSync(root);
  const settings = { DATA_DIR: join(folder, 'data'), UPLOAD_ROOT: root, DEMO: 'true', NODE_ENV: 'production' };
  const secret = { SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood' };
  const program = ['build/server/main.js'];
  const start = (PORT: string) => startProduct({ ...settings, ...secret, PORT }, { program });
  return { product: await start('0'), root, start };
}

async function killServer(server: Server): Promise<void> {
  await server.product.end('SIGKILL');
  server.product = await server.start(new URL(server.product.url).port);
}

export async function runWeakLine(rounds: number, seed: number): Promise<WeakLineFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-weak-line-'));
  const server = await startServer(folder);
  const line = await lineTo(server.product.url);
  const figures: WeakLineFigures = {
    ...{ handed: 0, arrived: 0, waiting: 0, inForm: 0, lost: 0, twice: 0, outOfOrder: 0 },
    ...{ pictures: 0, differing: 0, drafts: 0, draftsWrong: 0, met: {} },
  };
  const met = (what: string) => {
    figures.met[what] = (figures.met[what] ?? 0) + 1;
  };
  const random = randomFrom(seed);
  const run = `w${Date.now().toString(36)}`;
  try {
    const world = await worldAt(server);
    prepareDevice();
    for (let at = 0; at < rounds; at++) {
      const kind = kinds[at % kinds.length] ?? 'visits';
      const round: Round = {
        ...{ line, random, met, place: world.place, word: `${run}r${at}`, things: thingsOf[kind] },
        login: kind === 'visits' ? world.crew : world.client,
        subject: await subjectOf(server, world, kind),
        killServer: () => killServer(server),
      };
      const judged = { server, round, outcome: await work(round, 6), figures };
      await judgeThings(judged);
      await judgePictures(judged);
      await judgeDrafts(judged);
      judged.outcome.device.kill();
      if (at % 5 === 4) console.log(`${at + 1} rounds`);
    }
  } finally {
    await line.stop();
    await server.product.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}
