// What the server answers per second, as a part of what its database can: pages, figures, new sessions, searches, at four sizes.
import { randomUUID } from 'node:crypto';
import { type Actor, actors, words } from './company.ts';
import { floor, type Script, toScript } from './floor.ts';
import { conditions, type Ground, type Grounds, openGrounds } from './grounds.ts';
import { type Load, load, toQuestion } from './load.ts';
import { exponent, grouped, median, table } from './report.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [20, 2_000] : [20, 2_000, 20_000, 100_000];
const rounds = quick ? 3 : 5;
const slice = quick ? 80 : 350;
/** What Node needs to compile the way of an answer, in milliseconds. */
const warm = quick ? 200 : 600;
const callers = 16;

type Asked = { what: string; status: number; headers?: Record<string, string>; body?: unknown };
type Figure = {
  name: string;
  actor: Actor;
  /** Another address each time makes every answer a new one; the same address is answered from memory while nothing changes. */
  ways: ('rebuilt' | 'ready')[];
  asked: Asked;
  targets: { ratio?: number; exponent?: number };
};

const get = (what: string): Asked => ({ what: `GET ${what}`, status: 200 });

function figuresOf(actor: Actor): Figure[] {
  const both: Figure['ways'] = ['rebuilt', 'ready'];
  return [
    {
      name: 'page of 50',
      actor,
      ways: both,
      asked: get('/api/sessions?limit=50'),
      targets: { ratio: 0.25, exponent: 0.1 },
    },
    { name: 'figures', actor, ways: both, asked: get('/api/dashboard/stats?'), targets: { ratio: 0.5, exponent: 0.1 } },
    {
      name: 'search, common word',
      actor,
      ways: ['rebuilt'],
      asked: get(`/api/sessions?limit=50&q=${words.common}`),
      targets: { exponent: 0.1 },
    },
    {
      name: 'search, rare word',
      actor,
      ways: ['rebuilt'],
      asked: get(`/api/sessions?limit=50&q=${words.rare}`),
      targets: { exponent: 0.1 },
    },
  ];
}

const newSession: Asked = {
  what: 'POST /api/sessions',
  status: 201,
  body: {
    projectId: 1,
    siteId: 1,
    captureDate: new Date().toISOString().slice(0, 10),
    phase: 'framing',
    notes: 'Slab of the third floor was poured, still curing. Formwork carpenters asked for the drawings.',
    droneImagesUrl: 'https://drive.google.com/drive/folders/1aB2cD3eF4gH5iJ6kL7mN8oP9qR',
    videoUrl: 'https://www.youtube.com/watch?v=ysz5S6PUM-U',
  },
};

/** Last, because they change the sizes. */
const creations: Figure[] = (['photographer', 'admin'] as const).map((actor) => ({
  name: 'create',
  actor,
  ways: ['rebuilt'],
  asked: newSession,
  targets: { ratio: 0.4, exponent: 0.1 },
}));

type Taken = Load & { cpu: number };

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
  { way, milliseconds }: { way: string; milliseconds: number },
): Promise<Taken> {
  const { product } = ground;
  const question = questionsFor(figure, ground, way);
  const before = await product.used();
  const seen = await load({ url: product.url, callers, milliseconds, question, status: figure.asked.status });
  const after = await product.used();
  const micros = after.cpu.user - before.cpu.user + after.cpu.system - before.cpu.system;
  return { ...seen, cpu: micros / 1000 / seen.answers };
}

/** What the product sends for one such question, as the floor's script. */
async function scriptOf(figure: Figure, { product, cookies }: Ground): Promise<Script> {
  const { what, status, body } = figure.asked;
  const [method = '', path = ''] = what.split(' ');
  const key = randomUUID();
  let id: number | undefined;
  const statements = await product.statementsOf(async () => {
    const answer = await fetch(`${product.url}${path}${body ? '' : `&fresh=${++count}`}`, {
      method,
      headers: {
        cookie: cookies[figure.actor],
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

type Seen = {
  figure: Figure;
  grounds: { ground: Ground; script: Script; floor: number[]; ways: Map<string, Taken[]> }[];
};

/** One figure at all sizes, round by round, so that what disturbs the machine disturbs all of them. The first round only warms up. */
async function measure(figure: Figure, at: Grounds): Promise<Seen> {
  const seen: Seen = { figure, grounds: [] };
  for (const ground of at.grounds) {
    const ways = new Map(figure.ways.map((way) => [way, [] as Taken[]]));
    seen.grounds.push({ ground, script: await scriptOf(figure, ground), floor: [], ways });
  }
  for (let round = 0; round <= rounds; round++) {
    const milliseconds = round === 0 ? warm : slice;
    for (const { ground, script, floor: rates, ways } of seen.grounds) {
      const place = { pgbench: at.pgbench, connection: ground.connection, folder: at.folder, callers };
      const rate = await floor(place, script, { milliseconds: slice, guess: rates.at(-1) ?? 100 });
      for (const [way, taken] of ways) taken.push(await take(figure, ground, { way, milliseconds }));
      rates.push(rate);
    }
  }
  for (const { floor: rates, ways } of seen.grounds) for (const list of [rates, ...ways.values()]) list.shift();
  return seen;
}

/** The middle of what each round says for itself. */
function ratioOf(taken: Taken[], floors: number[]): number {
  return median(taken.map(({ rate }, round) => rate / (floors[round] ?? Number.NaN)));
}

function growthOf({ grounds }: Seen, way: string): number {
  const small = grounds.find(({ ground }) => ground.sessions === 2_000);
  const big = grounds.find(({ ground }) => ground.sessions === 100_000);
  if (!small || !big) return Number.NaN;
  return median(
    (big.ways.get(way) ?? []).map(({ rate }, round) => {
      const before = small.ways.get(way)?.[round]?.rate ?? Number.NaN;
      return exponent({ size: 2_000, rate: before }, { size: 100_000, rate });
    }),
  );
}

const shown = (number: number, digits: number) => (Number.isNaN(number) ? '-' : number.toFixed(digits));

/** `ok` or `MISSED` for a target, nothing where there is none. */
function verdict(reached: number[], target: number | undefined, isMost: boolean): string {
  const known = reached.filter((each) => !Number.isNaN(each));
  if (target === undefined || known.length === 0) return '';
  return known.every((each) => (isMost ? each <= target : each >= target)) ? 'ok' : 'MISSED';
}

function rowsOf(seen: Seen): string[][] {
  const { figure, grounds } = seen;
  return figure.ways.map((way) => {
    const of = (what: (taken: Taken[], floors: number[]) => number) =>
      grounds.map(({ ways, floor: floors }) => what(ways.get(way) ?? [], floors));
    const ratios = of(ratioOf);
    const growth = growthOf(seen, way);
    const { ratio, exponent: most } = figure.targets;
    const last = grounds.at(-1);
    return [
      figure.ways.length > 1 ? `${figure.name}, ${way}` : figure.name,
      figure.actor,
      ...ratios.map((each) => shown(each, 2)),
      ratio === undefined ? '' : `>= ${ratio}`,
      verdict(ratios, ratio, false),
      shown(growth, 2),
      verdict([growth], most, true),
      grouped(of((taken) => median(taken.map(({ rate }) => rate))).at(-1) ?? 0),
      grouped(median(last?.floor ?? [])),
      shown(of((taken) => median(taken.map(({ p99 }) => p99))).at(-1) ?? 0, 1),
      ...of((taken) => median(taken.map(({ cpu }) => cpu))).map((each) => shown(each, 2)),
    ];
  });
}

async function run(at: Grounds): Promise<void> {
  const names = at.grounds.map(({ sessions }) => grouped(sessions));
  const most = names.at(-1);
  console.log(`\n${conditions(at.server)}`);
  console.log(
    `${callers} callers, ${rounds} rounds of ${slice} ms, interleaved, middle values. Ratio: answers per second to pgbench's`,
  );
  console.log(
    'transactions per second with the statements that the product sends for one such question (-M prepared); logged in.\n',
  );
  const rows: string[][] = [];
  for (const figure of [...actors.flatMap(figuresOf), ...creations]) {
    const found = rowsOf(await measure(figure, at));
    rows.push(...found);
    console.error(found.map((row) => row.slice(0, 2 + sizes.length).join('  ')).join('\n'));
  }
  const head = [
    '',
    'asked by',
    ...names.map((name) => `ratio ${name}`),
    'target',
    '',
    'growth',
    '<= 0.1',
    `/s ${most}`,
    `pgbench /s`,
    'p99 ms',
    ...names.map((name) => `CPU ms ${name}`),
  ];
  console.log(`\n${table([head, ...rows])}\n`);
  const memory = await Promise.all(
    at.grounds.map(async ({ sessions, idle, product }) => {
      const { rss } = await product.used();
      return [grouped(sessions), ...[idle, rss].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`)];
    }),
  );
  console.log(table([['sessions', 'memory idle', 'after the run'], ...memory], 1));
}

const grounds = await openGrounds(sizes);
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
