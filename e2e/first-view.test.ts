// A page comes with the responses that it shows first, and requests none of them.
import type { Page } from '@playwright/test';
import { type PreloadedState, preloadedStateElementId } from '#contract/preloaded-state.ts';
import { askForAll, expect, test } from './fixtures.ts';

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

/** The addresses that a page requests until the network is idle. */
async function askedBy(page: Page, path: string): Promise<string[]> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.resourceType() === 'fetch') asked.add(pathname + search);
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return [...asked];
}

for (const [username, path] of pages) {
  test(`${path} of the ${username} asks for nothing that it came with, and would have asked for all of it`, async ({
    as,
  }) => {
    const page = await as(username, { path: '/profile' });
    const asked = await askedBy(page, path);
    const first: PreloadedState = JSON.parse((await page.locator(`#${preloadedStateElementId}`).textContent()) ?? '');
    const brought = Object.keys(first.answers);
    expect(brought.length).toBeGreaterThan(2);
    expect(asked.filter((address) => brought.includes(address))).toEqual([]);
    const bare = await as(username, { path: '/profile' });
    await askForAll(bare);
    const wanted = await askedBy(bare, path);
    expect(brought.filter((address) => !wanted.includes(address))).toEqual([]);
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
