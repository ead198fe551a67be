// Larger letters than usual: every main page fits, at a desk and on a phone.
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#e2e/browser.ts';
import { demoPassword, expect, test } from '#e2e/fixtures.ts';
import { fits } from '#e2e/page-checks.ts';

/** Buttons and links that reach beyond their card. */
/** What stands in a row that scrolls sideways may. */
const outOfCards = () =>
  [...document.querySelectorAll('main :is(a, button)')].flatMap((each) => {
    const row = each.parentElement?.closest('[role=tablist]');
    if (row && getComputedStyle(row).overflowX === 'auto') return [];
    const card = each.parentElement?.closest('.rounded-card')?.getBoundingClientRect();
    const { left, right, width } = each.getBoundingClientRect();
    const isOut = card && width > 0 && each.checkVisibility() && (right > card.right + 1 || left < card.left - 1);
    return isOut ? [(each.textContent ?? '').trim()] : [];
  });

test('with letters of 26 px no page is wider than its window, and no button leaves its card', async ({ product }) => {
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...args, '--blink-settings=defaultFontSize=26'] });
  const logIn = async (username: string) => {
    const page = await browser.newPage({ baseURL: product.url });
    await page.request.post('/api/login', { data: { username, password: demoPassword } });
    return page;
  };
  const walk = async (page: Page, paths: string[]) => {
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await expect(() => fits(page)).toPass({ timeout: 10_000 });
        expect(await page.evaluate(outOfCards), `${path} at ${width} px`).toEqual([]);
      }
    }
  };
  try {
    const client = await logIn('client');
    const sessions = await (await client.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
    const { projectId: id, siteId } = sessions[0];
    const [first, second] = sessions.filter((each: { siteId: number }) => each.siteId === siteId);
    const [view] = await (await client.request.get(`/api/projects/${id}/viewpoints`)).json();
    const deep = [`viewpoints/${view.id}`, `compare?compare=${second.id},${first.id}`];
    // The one whose acknowledgement is the client's to give.
    const stages: { id: number; asks: { kind: string } | null }[] = await (
      await client.request.get(`/api/projects/${id}/stages`)
    ).json();
    const asking = stages.find(({ asks }) => asks?.kind === 'acknowledged');
    const own = [
      `/sessions/${first.id}`,
      `/projects/${id}?tab=stages`,
      `/stages/${asking?.id}`,
      ...deep.map((path) => `/projects/${id}/${path}`),
    ];
    await walk(client, ['/dashboard', '/concerns', '/profile', ...own]);
    expect(await client.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('26px');
    const admin = await logIn('admin');
    const [waiting] = await (await admin.request.get('/api/sessions?status=pending')).json();
    const lists = ['/dashboard', '/search?q=lekki&range=lastMonth', '/users', '/admin-history', '/settings'];
    await walk(admin, [...lists, '/approvals/figures', `/approvals/${waiting.id}`, `/projects/${id}?tab=members`]);
  } finally {
    await browser.close();
  }
});
