// What somebody with a phone sees first, by Lighthouse: each page of the product beside itself without any script, which is the floor.
import type { Browser } from '@playwright/test';
import lighthouse from 'lighthouse';
import { currentLoad, machine } from '#bench/lib/browser.ts';
import { publish } from '#bench/lib/publish.ts';
import { median } from '#bench/lib/report.ts';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { type BesideFloor, besideFloor } from './beside-floor.ts';
import { type ColdLoad, loadCold } from './cold-load.ts';
import {
  commonGoals,
  cookieFor,
  cookiesOf,
  type FirstPage,
  firstPages,
  type Goals,
  type Line,
  lines,
  slowdown,
  slowLcp,
} from './first-load.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 5;

const scores = ['performance', 'accessibility', 'best-practices'] as const;
const times = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;
type Figures = Record<(typeof scores)[number] | (typeof times)[number], number>;

/** As Lighthouse builds its own connection settings. */
function throttlingOf({ rtt, kbps }: Line) {
  const [requestLatencyMs, downloadThroughputKbps] = [rtt * 3.75, kbps * 0.9];
  const set = { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps: downloadThroughputKbps };
  return { rttMs: rtt, throughputKbps: kbps, cpuSlowdownMultiplier: slowdown, ...set };
}

/** The first lines of what Lighthouse lists beside a fault. */
function reasonOf(details: unknown): string {
  return JSON.stringify((details as { items?: unknown[] } | undefined)?.items?.slice(0, 2) ?? []).slice(0, 600);
}

type Look = {
  browser: Browser;
  port: number;
  cookie: string;
  line: Line;
  categories: readonly (typeof scores)[number][];
};

/** In the browser and not as a header of Lighthouse's, which WebSockets go without: a page that is refused there is another page. */
async function logIn(browser: Browser, { url, cookie }: { url: string; cookie: string }): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.clearCookies');
  await session.send('Storage.setCookies', { cookies: cookiesOf(cookie, url) });
  await session.detach();
}

/** One load; what did not pass is printed at once. Null: the browser did not record it, which Lighthouse asks to do again. */
async function look(url: string, { browser, port, cookie, line, categories: asked }: Look): Promise<Figures | null> {
  await logIn(browser, { url, cookie });
  const onlyCategories = [...asked];
  const result = await lighthouse(url, {
    port,
    onlyCategories,
    throttling: throttlingOf(line),
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) {
    console.log(`  ${url}: ${runtimeError.message}`);
    return null;
  }
  const failed = ['accessibility', 'best-practices']
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  for (const { id } of failed) console.log(`  ${url}: ${audits[id]?.title}: ${reasonOf(audits[id]?.details)}`);
  const scoreOf = (name: string) => (categories[name] ? Math.round((categories[name].score ?? 0) * 100) : Number.NaN);
  return Object.fromEntries([
    ...scores.map((name) => [name, scoreOf(name)]),
    ...times.map((name) => [name, audits[name]?.numericValue ?? Number.NaN]),
  ]) as Figures;
}

/** Three tries: on a busy machine the browser sometimes misses the first paint. */
async function lookUntilSeen(url: string, how: Look): Promise<Figures[]> {
  for (let tries = 0; tries < 3; tries++) {
    const figures = await look(url, how);
    if (figures) return [figures];
  }
  return [];
}

type Seen = { page: FirstPage; line: Line; product: Figures[]; floor: Figures[]; cold: ColdLoad[]; loads: number[] };
type At = BesideFloor & { port: number };

/** A new login each time: what is kept for one is not for the next. */
async function takeRound(seen: Seen, at: At): Promise<void> {
  const { page, line } = seen;
  const { product, floorUrl, browser, port } = at;
  const categories = line.slow ? (['performance'] as const) : scores;
  const cookie = () => cookieFor(product, page);
  seen.product.push(
    ...(await lookUntilSeen(product.url + page.path, { browser, port, cookie: await cookie(), line, categories })),
  );
  const floor = { browser, port, cookie: await cookie(), line, categories: ['performance'] as const };
  seen.floor.push(...(await lookUntilSeen(floorUrl + page.path, floor)));
  const cold = { cookie: await cookie(), row: page.row, line };
  await loadCold(browser, product.url + page.path, cold).then(
    (load) => seen.cold.push(load),
    (error: Error) => console.log(`  ${page.path}: ${error.message}`),
  );
  seen.loads.push(currentLoad());
}

/** A figure, and its goal in brackets where it has one; the star says that it was missed. */
function cell(value: number, goal: number | undefined, { digits = 0, atLeast = false } = {}): string {
  if (Number.isNaN(value)) return '-';
  const shown = value.toFixed(digits);
  if (goal === undefined) return shown;
  const isReached = atLeast ? Number(shown) >= goal : Number(shown) <= goal;
  return `${shown}${isReached ? '' : '*'} (${goal})`;
}

function row({ page, line, product, floor, cold, loads }: Seen): string[] {
  const middle = (of: keyof Figures, side = product) => median(side.map((figures) => figures[of]));
  const coldly = (of: keyof ColdLoad) => median(cold.map((load) => load[of]));
  const slowGoals = page.saves ? page.goals : { lcp: slowLcp };
  const goals: Goals = line.slow ? slowGoals : { ...page.goals, blocking: commonGoals.blocking };
  const scoreGoals = { ...commonGoals, performance: page.goals.performance ?? commonGoals.performance };
  const score = (name: (typeof scores)[number]) =>
    cell(middle(name), line.slow ? undefined : scoreGoals[name], { atLeast: true });
  const [lcp, tbt, cls] = times;
  const [own, floorLcp] = [middle(lcp) / 1000, middle(lcp, floor) / 1000];
  return [
    page.name,
    line.name,
    ...scores.map(score),
    cell(own, goals.lcp, { digits: 2 }),
    cell(floorLcp, undefined, { digits: 2 }),
    cell(own / floorLcp, undefined, { digits: 2 }),
    cell(middle(tbt), goals.blocking),
    cell(middle(tbt, floor), undefined),
    cell(middle(cls), commonGoals.cls, { digits: 2 }),
    cell(coldly('script'), page.goals.script, { digits: 1 }),
    cell(coldly('early'), commonGoals.early, { digits: 1 }),
    cell(coldly('requests'), page.goals.requests),
    cell(coldly('total'), page.goals.total),
    median(loads).toFixed(1),
  ];
}

const head = [
  ...['page', 'line', 'performance', 'accessibility', 'best practices', 'LCP s', 'floor s', 'ratio'],
  ...['TBT ms', 'floor ms', 'CLS', 'script KiB', 'before paint KiB', 'requests', 'total kB', 'load'],
];

async function measure(at: At): Promise<Seen[]> {
  const pages = await firstPages(at.product);
  const all = lines.flatMap((line) =>
    pages
      .filter(({ slow = false, saves = false }) => (line.slow ? slow || saves : !saves))
      .map((page) => ({ page, line })),
  );
  const seen = all.map((one) => ({ ...one, product: [], floor: [], cold: [], loads: [] }) as Seen);
  // Round by round, so that what disturbs the machine disturbs all of them.
  for (let round = 1; round <= rounds; round++)
    for (const one of seen) {
      await takeRound(one, at);
      console.error(`${round}/${rounds} ${row(one).join('  ')}`);
    }
  return seen;
}

const port = await freePort();
await besideFloor(
  async (beside) => {
    const seen = await measure({ ...beside, port });
    publish('lighthouse', {
      about: [
        `Chromium ${beside.browser.version()}, ${machine()}; middle of ${rounds} runs of Lighthouse's phone, each with a new login.`,
        'In brackets the goal, a star where it is missed. Floor: the same page, styles and pictures, every script taken out. Script and requests are',
        'of a cold load on that line: what was sent, of it before the first paint, and what was asked for before the first row stood there; kB in all,',
        'five seconds after everything was loaded and without a scroll.',
        'Above a load of 1 for each processor the times say more of the machine than of the page; the ratios to the floor remain.',
      ],
      rows: [head, ...seen.map(row)],
      left: 2,
    });
  },
  [`--remote-debugging-port=${port}`],
);
