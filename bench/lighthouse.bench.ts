// What Lighthouse reports for the first load on a phone: landing, login, dashboard, sessions list; each three times, medians.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { type Product, startProduct } from '#server/test-support/product-process.ts';
import { median, table } from './report.ts';

const quick = process.argv.includes('--quick');
const runs = quick ? 1 : 3;
/** The demo company's logins. */
const password = 'topout-demo';
const pages = [
  { name: 'landing', path: '/', as: null },
  { name: 'login', path: '/login', as: null },
  { name: 'dashboard', path: '/dashboard', as: 'client' },
  { name: 'sessions', path: '/sessions', as: 'admin' },
] as const;

const scores = ['performance', 'accessibility', 'best-practices'] as const;
const times = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;
type Figures = Record<(typeof scores)[number] | (typeof times)[number], number>;

function findChromium(): string | undefined {
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [process.env.CHROME, ...usual, chromium.executablePath()].find((file) => file && existsSync(file));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One load; what did not pass is printed at once. Null: the browser did not record it, which Lighthouse asks to do again. */
async function look(url: string, how: { port: number; cookie: string }): Promise<Figures | null> {
  const extraHeaders: Record<string, string> = how.cookie ? { Cookie: how.cookie } : {};
  const result = await lighthouse(url, {
    port: how.port,
    extraHeaders,
    onlyCategories: [...scores],
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
  for (const { id } of failed) console.log(`  ${url}: ${audits[id]?.title}`);
  return Object.fromEntries([
    ...scores.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ...times.map((name) => [name, audits[name]?.numericValue ?? Number.NaN]),
  ]) as Figures;
}

async function measure(product: Product, port: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, path, as } of pages) {
    const seen: Figures[] = [];
    for (let tries = 0; seen.length < runs && tries < 3 * runs; tries++) {
      // A new login each time: responses that are cached for one are not for the next.
      const cookie = as ? await product.login(as, password) : '';
      const figures = await look(`${product.url}${path}`, { port, cookie });
      if (figures) seen.push(figures);
    }
    const middle = (of: keyof Figures) => median(seen.map((figures) => figures[of]));
    const [lcp, tbt, cls] = times;
    rows.push([
      name,
      ...scores.map((each) => middle(each).toFixed(0)),
      (middle(lcp) / 1000).toFixed(2),
      middle(tbt).toFixed(0),
      middle(cls).toFixed(3),
    ]);
  }
  return rows;
}

async function run(executablePath: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-lighthouse-'));
  const port = await freePort();
  let product: Product | undefined;
  let browser: Browser | undefined;
  try {
    product = await startProduct({ DATA_DIR: folder }, { program: ['build/server/main.js'] });
    browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`, '--no-sandbox'] });
    const rows = await measure(product, port);
    const load = loadavg().map((each) => each.toFixed(1));
    console.log(
      `\n${browser.version()}, Lighthouse's phone and its slow line, ${runs} runs each; load ${load.join(' ')}`,
    );
    const head = ['page', 'performance', 'accessibility', 'best practices', 'LCP s', 'TBT ms', 'CLS'];
    console.log(`\n${table([head, ...rows], 1)}`);
  } finally {
    await browser?.close();
    await product?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

const found = findChromium();
if (found) await run(found);
else console.log('Skipped: no Chromium is installed here (Debian: apt-get install chromium, or name one in CHROME).');
