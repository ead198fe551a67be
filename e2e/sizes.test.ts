// The sizes between a phone held upright and a desk: a tablet, and a phone held sideways. Every main page of each role fits, without barriers.
import { expect, test } from './fixtures.ts';
import { fits, scan } from './page-checks.ts';

const pages = {
  admin: ['/dashboard', '/sessions', '/approvals', '/users', '/admin-history', '/settings'],
  photographer: ['/dashboard', '/sessions/new', '/profile'],
  client: ['/dashboard', '/dashboard?tab=sessions', '/concerns'],
} as const;

const sizes = [
  { width: 768, height: 1024 },
  { width: 740, height: 360 },
];

for (const username of ['admin', 'photographer', 'client'] as const) {
  test(`the pages of the ${username} fit at 768 px and on a phone held sideways, without barriers`, async ({ as }) => {
    const page = await as(username);
    const [session] = await (await page.request.get('/api/sessions?status=approved')).json();
    const own = [`/sessions/${session.id}`, `/projects/${session.projectId}`];
    for (const path of [...pages[username], ...own]) {
      await page.goto(path);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await fits(page);
        await scan(page);
      }
    }
  });
}
