// Whether response times reveal anything of a share link: unknown, malformed, ended and expired addresses, lost subjects, and near PINs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { currentLoad } from '#bench/lib/browser.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { median, table } from '#bench/lib/report.ts';
import { allowedOf, comparePaired, isTellable } from './paired-times.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 400 : 3_000;
/** A link ends at the twentieth wrong PIN. */
const triesEach = 15;
const pinRounds = quick ? 150 : 900;
/** While the same question differs from itself by more than this by chance, there are more rounds: so many times as many at most. */
const steady = 0.02;
const longest = 4;
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-timing-'));

type Made = { link: { id: number }; path: string };
type Kind = { name: string; ask(): Promise<void>; times: number[] };

/** Further wrong addresses from one IP are refused without a lookup after this many: every request comes from another IP. */
let count = 0;
const from = () => {
  count += 1;
  return { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` };
};

const at99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
const unknown = () => `/s/${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')}`;

/** One of each in turn, in an order that changes, so that whatever else the machine does falls on all alike. */
async function interleave(
  kinds: Kind[],
  { from: first = 0, rounds: times }: { from?: number; rounds: number },
): Promise<void> {
  for (let round = first; round < first + times; round++)
    for (let place = 0; place < kinds.length; place++) {
      const kind = kinds[(place + round) % kinds.length] as Kind;
      const began = performance.now();
      await kind.ask();
      kind.times.push(performance.now() - began);
    }
}

type Timed = Pick<Kind, 'name' | 'times'>;

const compare = ([first]: readonly Timed[], { times }: Timed) => comparePaired(first?.times ?? [], times);
/** The first two of each table are one question: what chance does here. */
const sameOf = (kinds: readonly Timed[]) => compare(kinds, kinds[1] as Timed);

/** Again and again, until chance alone differs by little. */
async function untilSteady(kinds: readonly Timed[], ask: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; turn < longest; turn++) {
    await ask(turn);
    if (sameOf(kinds).error <= steady) return;
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function tell(title: string, kinds: readonly Timed[]): void {
  const same = sameOf(kinds);
  const rows = kinds.map((kind) => {
    const { name, times } = kind;
    const of = compare(kinds, kind);
    const tells = isTellable(of, same);
    if (tells) process.exitCode = 1;
    const figures = [median(times).toFixed(2), at99(times).toFixed(2), percent(of.difference), percent(of.error)];
    return [name, ...figures, `${percent(allowedOf(of, same))}${tells ? ' missed' : ''}`];
  });
  const head = [title, 'median ms', 'p99 ms', 'longer than the first', 'by chance', 'allowed'];
  console.log(`\n${table([head, ...rows], 1)}\n${kinds[0]?.times.length} rounds; load ${currentLoad().toFixed(1)}.`);
}

async function run(): Promise<void> {
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), DEMO: 'true', TRUST_PROXY: '127.0.0.1' });
  try {
    await measure(product);
  } finally {
    await product.end('SIGTERM');
  }
}

async function answers(
  product: Gauged,
  what: string,
  { status, body }: { status: number; body?: string },
): Promise<void> {
  const [method = 'GET', path = ''] = what.split(' ');
  const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin: product.url };
  const answer = await fetch(product.url + path, {
    method,
    headers: { ...from(), ...form },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}, not ${status}`);
}

async function measure(product: Gauged): Promise<void> {
  const cookie = await product.login('admin', 'topout-demo');
  const [project] = (await product.ask('GET /api/projects?limit=1', { cookie })).body as { id: number }[];
  const share = async (more: object = {}): Promise<Made> => {
    const body = { scope: 'project', recipient: 'Nobody', ...more };
    const answer = await product.ask(`POST /api/projects/${project?.id}/share-links`, { cookie, body });
    if (answer.status !== 201) throw new Error(`No link was made: ${JSON.stringify(answer.body)}`);
    return answer.body as Made;
  };
  const ended = await share();
  await product.ask(`DELETE /api/share-links/${ended.link.id}`, { cookie });
  const expired = await share({ expiresAt: new Date(Date.now() + 2_000).toISOString() });
  await delay(2_500);
  const sessions = await product.ask(`GET /api/sessions?projectId=${project?.id}&status=approved&limit=1`, { cookie });
  const [session] = sessions.body as { id: number }[];
  const ofRemoved = await share({ scope: 'session', sessionId: session?.id });
  const guarded = await share({ scope: 'session', sessionId: session?.id, pin: '123456' });
  await product.ask(`DELETE /api/sessions/${session?.id}`, { cookie });
  const gone = (name: string, path: () => string): Kind => ({
    name,
    times: [],
    ask: () => answers(product, `GET ${path()}`, { status: 404 }),
  });
  const addresses = [
    gone('unknown', unknown),
    gone('unknown again', unknown),
    gone('of another form', () => '/s/x'),
    gone('ended', () => ended.path),
    gone('expired', () => expired.path),
    gone('of a removed session', () => ofRemoved.path),
    gone('of a removed session, with a PIN', () => guarded.path),
  ];
  await interleave(addresses, { rounds: 20 });
  for (const { times } of addresses) times.length = 0;
  await untilSteady(addresses, (turn) => interleave(addresses, { from: turn * rounds, rounds }));
  tell('wrong addresses', addresses);

  const guesses = [
    { name: 'no digit right', digits: '987650', times: [] as number[] },
    { name: 'no digit right again', digits: '987650', times: [] as number[] },
    { name: 'five digits right', digits: '123450', times: [] as number[] },
  ];
  const guess = async (done: number) => {
    const guarded = await Promise.all(guesses.map(() => share({ pin: '123456' })));
    const turns = guesses.map(
      ({ digits }, nth): Kind => ({
        name: '',
        times: [],
        ask: () => answers(product, `POST ${guarded[nth]?.path}`, { status: 403, body: `pin=${digits}` }),
      }),
    );
    await interleave(turns, { from: done, rounds: triesEach });
    for (const [nth, { times }] of turns.entries()) guesses[nth]?.times.push(...times);
  };
  await untilSteady(guesses, async (turn) => {
    for (let done = 0; done < pinRounds; done += triesEach) await guess(turn * pinRounds + done);
  });
  tell('wrong PINs', guesses);
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
