// Where no WebSocket gets through, changes arrive anyway, and the banner says nothing.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { strictProxyTo } from '#e2e/strict-proxy.ts';

/** Its clock runs eight times as fast until this arrives. */
async function hurried(page: Page, coming: Promise<unknown>): Promise<void> {
  let isHere = false;
  const come = coming.finally(() => {
    isHere = true;
  });
  while (!isHere) {
    await page.clock.fastForward(2_000);
    await Promise.race([come, new Promise((passed) => setTimeout(passed, 250))]);
  }
  await come;
}

for (const [how, gathers] of [
  ['over an event stream', false],
  ['by asking, where streams are held back too', true],
] as const) {
  test(`behind a proxy that refuses WebSockets a submitted session shows up by itself: ${how}`, async ({
    as,
    product,
    stewards: { crew, admin },
  }) => {
    const proxy = await strictProxyTo(product.url, { gathers });
    const page = await as('kunle', { path: 'about:blank' });
    const comes = page.waitForResponse((response) =>
      response.url().includes(gathers ? '/api/live/versions' : '/api/live?'),
    );
    await page.clock.install();
    await page.goto(`${proxy.url}/approvals`);
    await hurried(page, comes);
    const strip = page.locator('[data-line-strip]');
    await expect(strip).toBeEmpty();
    const [{ projectId, siteId }] = await (await crew.get('/api/sessions?q=Ikoyi Heights&limit=1')).json();
    const notes = `Handed in ${how}.`;
    const data = { projectId, siteId, captureDate: '2026-02-09', notes };
    const { id } = await (await crew.post('/api/sessions', { data })).json();
    await hurried(page, page.getByText(notes).first().waitFor({ timeout: 60_000 }));
    await expect(strip).toBeEmpty();
    await admin.delete(`/api/sessions/${id}`);
    await proxy.stop();
  });
}
