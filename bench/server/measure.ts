// Takes a figure: product and baseline in turn, at every size, round by round.
import { randomUUID } from 'node:crypto';
import { databaseCpu, endedCpu } from '#bench/lib/cpu.ts';
import type { Environment, Ground } from '#bench/lib/environment.ts';
import { type Load, load, toQuestion } from '#bench/lib/load.ts';
import { floor, type Script, toScript } from './baseline.ts';
import type { Figure } from './figures.ts';

/** CPU in milliseconds of the server's process or pgbench, and of the database with all its connections. */
export type Cost = { cpu: number; databaseCpu: number };
export type Taken = Load & Cost;
export type Floored = { rate: number; answers: number } & Cost;
export type Pace = { rounds: number; slice: number; warm: number; callers: number; until: number };

let count = 0;
function questionsFor(figure: Figure, ground: Ground, way: string): () => Buffer {
  const { what, body, headers } = figure.asked;
  const cookie = ground.cookies[figure.actor];
  if (body !== undefined) {
    return () => toQuestion(what, { cookie, body, headers: { ...headers, 'idempotency-key': randomUUID() } });
  }
  if (way === 'rebuilt') return () => toQuestion(`${what}&fresh=${++count}`, { cookie });
  const same = toQuestion(what, { cookie });
  return () => same;
}

async function take(
  figure: Figure,
  ground: Ground,
  given: { way: string; milliseconds: number; callers: number; server: number },
): Promise<Taken> {
  const { way, milliseconds, callers, server } = given;
  const { product } = ground;
  const question = questionsFor(figure, ground, way);
  const [before, databaseBefore] = [await product.used(), databaseCpu(server)];
  const seen = await load({ url: product.url, callers, milliseconds, question, status: figure.asked.status });
  const after = await product.used();
  const micros = after.cpu.user - before.cpu.user + after.cpu.system - before.cpu.system;
  const database = databaseCpu(server) - databaseBefore;
  return { ...seen, cpu: micros / 1000, databaseCpu: database };
}

/** What is only done now and then, as a login that is marked as seen, is in the longer tries: of several the shortest holds none of it. */
async function scriptOf(figure: Figure, ground: Ground): Promise<Script> {
  const tries: Script[] = [];
  while (tries.length < 5) tries.push(await tryScript(figure, ground));
  return tries.reduce((least, each) => (each.text.length < least.text.length ? each : least));
}

/** What the product sends for one such request, as the baseline's script. */
async function tryScript(figure: Figure, { product, cookies }: Ground): Promise<Script> {
  const { what, status, body } = figure.asked;
  const [method = '', path = ''] = what.split(' ');
  const key = randomUUID();
  let id: number | undefined;
  const statements = await product.statementsOf(async () => {
    const answer = await fetch(`${product.url}${path}${body ? '' : `&fresh=${++count}`}`, {
      method,
      headers: {
        cookie: cookies[figure.actor],
        'x-recorded': 'yes',
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const reply = (await answer.json()) as { id?: number };
    if (answer.status !== status) throw new Error(`${what} answered ${answer.status}: ${JSON.stringify(reply)}`);
    id = reply.id;
  });
  return toScript(statements, body ? { key, ...(id === undefined ? {} : { id }) } : {});
}

type SeenGround = { ground: Ground; script: Script; floors: Floored[]; ways: Map<string, Taken[]> };
export type Seen = { figure: Figure; grounds: SeenGround[] };

/** The first does next to nothing but connect and plan. */
async function takeFloor({ ground, script, floors }: SeenGround, at: Environment, pace: Pace): Promise<Floored> {
  const { pgbench, folder, server } = at;
  const place = { pgbench, connection: ground.connection, folder, callers: pace.callers };
  const last = floors.at(-1);
  const [database, ended] = [databaseCpu(server.pid), endedCpu()];
  const given = last
    ? { milliseconds: pace.slice, guess: last.rate, least: 40 }
    : { milliseconds: 0, guess: 0, least: 4 };
  const { rate, transactions } = await floor(place, script, given);
  return { rate, answers: transactions, databaseCpu: databaseCpu(server.pid) - database, cpu: endedCpu() - ended };
}

/** What each baseline did and used beyond the first: that is what its transactions cost. */
function beyondFirst([first, ...others]: Floored[]): Floored[] {
  const { answers = 0, cpu = 0, databaseCpu = 0 } = first ?? {};
  return others.map((each) => ({
    rate: each.rate,
    answers: each.answers - answers,
    cpu: each.cpu - cpu,
    databaseCpu: each.databaseCpu - databaseCpu,
  }));
}

async function takeRound(
  figure: Figure,
  at: Environment,
  given: { seen: SeenGround[]; pace: Pace; milliseconds: number },
) {
  const { seen, pace, milliseconds } = given;
  for (const one of seen) {
    one.floors.push(await takeFloor(one, at, pace));
    for (const [way, taken] of one.ways) {
      const asked = { way, milliseconds, callers: pace.callers, server: at.server.pid };
      taken.push(await take(figure, one.ground, asked));
    }
  }
}

/** The fewest rounds that a median may be of. */
const fewest = 3;

/**
 * One figure at all sizes, round by round, so that what disturbs the machine disturbs all of them; the first round only warms up.
 * After `until` (milliseconds since 1970) a figure gets the fewest rounds.
 */
export async function measure(figure: Figure, at: Environment, pace: Pace): Promise<Seen> {
  const seen: SeenGround[] = [];
  for (const ground of at.grounds) {
    const ways = new Map(figure.ways.map((way) => [way, [] as Taken[]]));
    seen.push({ ground, script: await scriptOf(figure, ground), floors: [], ways });
  }
  for (let round = 0; round <= pace.rounds && (round <= fewest || Date.now() < pace.until); round++)
    await takeRound(figure, at, { seen, pace, milliseconds: round === 0 ? pace.warm : pace.slice });
  for (const one of seen) {
    one.floors = beyondFirst(one.floors);
    for (const taken of one.ways.values()) taken.shift();
  }
  return { figure, grounds: seen };
}
