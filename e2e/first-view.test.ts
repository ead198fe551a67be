// A page comes with what it shows first, and asks for nothing of that.
import type { Page } from '@playwright/test';
import { broughtAlong, expect, test } from './fixtures.ts';

const pages = [
  ['client', '/dashboard'],
  ['admin', '/dashboard'],
  ['photographer', '/dashboard'],
  ['admin', '/projects'],
  ['client', '/projects/1'],
  ['admin', '/sessions'],
  ['client', '/sessions/1'],
  ['admin', '/approvals'],
  ['admin', '/users'],
  ['admin', '/admin/history'],
] as const;

/** The addresses that a page asks the server at until it is at rest, and those whose answers it came with. */
async function opened(page: Page, path: string, brings: boolean) {
  const asked = new Set<string>();
  let brought: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.resourceType() === 'fetch') asked.add(pathname + search);
  });
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      brought = Object.keys(JSON.parse(broughtAlong.exec(html)?.[1] ?? '{"answers":{}}').answers);
      await route.fulfill({ response, body: brings ? html : html.replace(broughtAlong, '') });
    },
  );
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return { asked: [...asked], brought };
}

for (const [username, path] of pages) {
  test(`${path} of the ${username} asks for nothing that it came with, and would have asked for all of it`, async ({
    as,
  }) => {
    const spoken = await opened(await as(username, { path: '/profile' }), path, true);
    const bare = await opened(await as(username, { path: '/profile' }), path, false);
    expect(spoken.brought.length).toBeGreaterThan(2);
    expect(spoken.asked.filter((address) => spoken.brought.includes(address))).toEqual([]);
    expect(spoken.brought.filter((address) => !bare.asked.includes(address))).toEqual([]);
  });
}

test('a page that came with its answers hears of changes as ever', async ({ as }) => {
  const admin = await as('admin', { path: '/projects' });
  const client = await as('client', { path: '/dashboard' });
  const name = await client.getByRole('article').first().getByRole('heading').innerText();
  await admin.evaluate(async (old) => {
    const projects = await (await fetch('/api/projects?limit=500')).json();
    const { id } = projects.find((each: { name: string }) => each.name === old);
    await fetch(`/api/projects/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ project: { name: `${old} renamed` } }),
    });
  }, name);
  await expect(client.getByRole('heading', { name: `${name} renamed` })).toBeVisible();
});
