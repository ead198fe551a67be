// A long list while others work: rows change, go and come where they stand, and nothing moves under one's eyes.
import type { Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

/** Narrow enough for one row in each line. */
const narrow = { width: 800, height: 600 };
const many = 200;
/** How soon everybody sees what happened (generous for a busy machine). */
const live = { timeout: 10_000 };

type Created = { id: number; projectId: number };

function rowOf(page: Page, id: number) {
  return page.getByRole('article', { name: new RegExp(`^Session ${id}\\b`) });
}

/** What was made here goes again: other journeys count what waits for review. */
const made = new Set<number>();
test.afterEach(async ({ api }) => {
  const crew = await api('photographer');
  const left = [...made];
  made.clear();
  while (left.length > 0) await Promise.all(left.splice(-20).map((id) => crew.delete(`/api/sessions/${id}`)));
});

async function write(page: Page, what: string, data: object = {}): Promise<Created> {
  const [method = '', url = ''] = what.split(' ');
  const answer = await page.request.fetch(url, { method, data });
  if (!answer.ok()) throw new Error(`${what}: ${await answer.text()}`);
  const row: Created = await answer.json();
  if (method === 'POST') made.add(row.id);
  return row;
}

const batchSize = 20;

/** A photographer's sessions, oldest batch first, until an admin's list has so many rows: those of a batch stand in any order. */
async function fillList(crew: Page): Promise<{ place: object; ids: number[] }> {
  const [newest] = await (await crew.request.get('/api/sessions?limit=1')).json();
  const place = { projectId: newest.projectId, siteId: newest.siteId, captureDate: '2026-11-02' };
  const ids: number[] = [];
  while (ids.length < many) {
    const batch = Array.from({ length: batchSize }, () =>
      write(crew, 'POST /api/sessions', { ...place, notes: 'As planned.' }),
    );
    ids.push(...(await Promise.all(batch)).map(({ id }) => id));
  }
  return { place, ids: ids.sort((one, other) => one - other) };
}

/** What a page fetches of the product: how many answers, and their bytes as they came over the wire. */
function countRequests(page: Page) {
  let answers: { url: string; bytes: Promise<number> }[] = [];
  const running = new Set<Request>();
  page.on('request', (request) => running.add(request));
  page.on('requestfailed', (request) => running.delete(request));
  page.on('requestfinished', (request) => {
    running.delete(request);
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.includes('/cover/')) return;
    const sizes = request.sizes().then(
      ({ responseBodySize }) => responseBodySize,
      () => 0,
    );
    answers.push({ url: pathname + search, bytes: sizes });
  });
  return {
    /** Until nothing is on its way, such as the rows after the last that was looked for. */
    settle: () => expect.poll(() => running.size).toBe(0),
    async take() {
      const taken = answers;
      answers = [];
      return Promise.all(taken.map(async ({ url, bytes }) => ({ url, bytes: await bytes })));
    },
  };
}

async function scrollUntilLoaded(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.locator('li[aria-posinset]').last().getAttribute('aria-posinset');
    expect(Number(last)).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 60_000, intervals: [50] });
}

/** Where a row stands in the window, in pixels. */
async function topOf(page: Page, id: number): Promise<number> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return (await rowOf(page, id).boundingBox())?.y ?? Number.NaN;
}

/** The id of the row that stands below another. */
async function rowAfter(page: Page, id: number): Promise<number> {
  const label = await rowOf(page, id).evaluate(
    (row) => row.closest('li')?.nextElementSibling?.querySelector('article')?.getAttribute('aria-label') ?? '',
  );
  return Number(/Session (\d+)/.exec(label)?.[1]);
}

/** In the middle of what is loaded: the id of the first row that stands in view whole, once the rows around it have their own heights. */
async function rowInView(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const read = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('li[aria-posinset] article')];
      // Rows of before the scroll stand there until the list is drawn again.
      const first = rows.find((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top > 80 && bottom < innerHeight;
      });
      const id = Number(/Session (\d+)/.exec(first?.getAttribute('aria-label') ?? '')?.[1] ?? 0);
      return { id, top: first?.getBoundingClientRect().top ?? 0 };
    });
  let before = { id: 0, top: 0 };
  const rests = async () => {
    const now = await read();
    const isSame = now.id > 0 && now.id === before.id && now.top === before.top;
    before = now;
    return isSame;
  };
  await expect.poll(rests, { intervals: [300] }).toBe(true);
  return before.id;
}

test('far down a long list rows change and go where they stand, and new ones are offered', async ({ as }) => {
  test.setTimeout(240_000);
  const crew = await as('photographer', { path: '/profile' });
  const { place, ids } = await fillList(crew);
  const admin = await as('admin', { path: '/profile' });
  await admin.setViewportSize(narrow);
  const requests = countRequests(admin);
  await admin.goto('/sessions');
  await scrollUntilLoaded(admin, many);
  const seen = await rowInView(admin);
  await requests.settle();
  const below = await rowAfter(admin, seen);
  const above = ids[ids.indexOf(seen) + batchSize] ?? 0;
  const row = rowOf(admin, seen);
  await row.getByRole('heading').getByRole('link').focus();
  const top = await topOf(admin, seen);
  await requests.take();

  await write(crew, `PATCH /api/sessions/${seen}`, { notes: 'Cracks in the slab.' });
  await expect(row).toContainText('Cracks in the slab.', live);
  await expect(row.getByRole('heading').getByRole('link')).toBeFocused();
  expect(await topOf(admin, seen)).toBeCloseTo(top, -1);
  await admin.waitForTimeout(1_000);
  const fetched = await requests.take();
  const rows = fetched.filter(({ url }) => url.startsWith('/api/sessions?'));
  expect(rows.map(({ url }) => url)).toEqual([expect.stringContaining(`ids=${seen}&`)]);
  expect(rows[0]?.bytes).toBeLessThan(3_000);
  test.info().annotations.push({ type: 'one change', description: JSON.stringify(fetched) });

  await write(crew, `DELETE /api/sessions/${below}`);
  await expect(rowOf(admin, below)).toHaveCount(0, live);
  await write(crew, `DELETE /api/sessions/${above}`);
  await write(crew, 'POST /api/sessions', { ...place, notes: 'The first new one.' });
  const newest = await write(crew, 'POST /api/sessions', { ...place, notes: 'The second new one.' });
  const offer = admin.getByRole('button', { name: '2 new' });
  await expect(offer).toBeVisible(live);
  expect(await topOf(admin, seen)).toBeCloseTo(top, -1);
  await expect(row.getByRole('heading').getByRole('link')).toBeFocused();
  await scan(admin, '[role=status]:has(button)');

  await offer.click();
  await expect(rowOf(admin, newest.id)).toBeInViewport();
  await expect(offer).toBeHidden();
  const next = await write(crew, 'POST /api/sessions', { ...place, notes: 'Comes in at the top.' });
  await expect(rowOf(admin, next.id)).toBeInViewport(live);
  await expect(admin.getByRole('button', { name: /^\d+ new$/ })).toHaveCount(0);
});

test('one’s own decision shows before the list is fetched again', async ({ as }) => {
  const crew = await as('photographer', { path: '/profile' });
  const [known] = await (await crew.request.get('/api/sessions?limit=1')).json();
  const { projectId, siteId } = known;
  const created = await write(crew, 'POST /api/sessions', { projectId, siteId, captureDate: '2026-11-02' });
  const admin = await as('admin', { path: '/approvals' });
  await expect(rowOf(admin, created.id)).toBeVisible();
  // Nothing but the answer itself may show it.
  await admin.route(/\/api\/sessions\?/, () => undefined);
  await rowOf(admin, created.id).getByRole('button', { name: 'Approve Session' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve Session' }).click();
  await expect(rowOf(admin, created.id)).toHaveCount(0, live);
});
