// A returning photographer submits a visit from a phone: in six taps at most, from one message with all links.
import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const message = [
  'Block A, Monday',
  'Drone: https://drive.google.com/drive/folders/1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'https://youtu.be/ysz5S6PUM-U',
  'Tour https://my.matterport.com/show/?m=SxQL3iGyoDo',
  'https://example.org/news',
].join('\n');

async function pasteInto(field: Locator, message: string): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, message);
}

/** A long press on the field, then 'Paste'. */
const tapsOfPaste = 2;

test('a returning photographer hands a visit in with three taps and one paste', async ({ as }) => {
  const page = await as('photographer', { phone: true });
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.evaluate(() => {
    const { countTap } = window as unknown as { countTap: () => void };
    addEventListener('pointerdown', (event) => event.isTrusted && countTap(), { capture: true });
  });
  const [last] = await (await page.request.get('/api/sessions?limit=1')).json();
  await page.getByRole('button', { name: 'New Progress Session' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await expect(dialog.getByLabel('Project')).toHaveValue(last.project.name);
  await expect(dialog.getByLabel('Site')).toHaveValue(String(last.siteId ?? ''));
  const paste = dialog.getByLabel('Paste all links');
  const labels = await dialog.locator('label').allInnerTexts();
  const [links, planned] = ['Paste all links', 'Scheduled date'].map((label) =>
    labels.findIndex((text) => text.startsWith(label)),
  );
  expect(links, labels.join()).toBeGreaterThan(-1);
  expect(planned, labels.join()).toBeGreaterThan(links ?? 0);
  await paste.tap();
  await pasteInto(paste, message);
  const placed = dialog.getByText(
    'Placed: Drone photos, Video, 360° tour. There is no free field for what is left here.',
  );
  await expect(placed).toBeVisible();
  const isOnTop = (each: Element) => {
    const { left, bottom } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + 4, bottom - 4));
  };
  await expect.poll(() => placed.evaluate(isOnTop), 'the outcome stands above the buttons of the dialog').toBe(true);
  await expect(paste).toHaveValue('https://example.org/news');
  await expect(dialog.getByLabel('Videos')).toHaveValue('https://youtu.be/ysz5S6PUM-U');
  await expect(dialog.getByLabel('Indoor Photos')).toHaveValue('');
  await scan(page);
  await fits(page);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/sessions'));
  await dialog.getByRole('button', { name: 'Create Session' }).tap();
  expect((await sent).postDataJSON()).toMatchObject({
    projectId: last.projectId,
    siteId: last.siteId,
    tour360Url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo',
  });
  await expect(dialog).toBeHidden();
  expect(taps).toBe(3);
  expect(taps + tapsOfPaste).toBeLessThanOrEqual(6);
});

test('links that found no field are still there after a reload', async ({ as }) => {
  const page = await as('photographer', { phone: true });
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  const paste = dialog.getByLabel('Paste all links');
  await page.getByRole('button', { name: 'New Progress Session' }).tap();
  await pasteInto(paste, message);
  await expect(paste).toHaveValue('https://example.org/news');
  await page.reload();
  await page.getByRole('button', { name: 'New Progress Session' }).tap();
  await expect(paste).toHaveValue('https://example.org/news');
  await expect(dialog.getByLabel('Videos')).toHaveValue('https://youtu.be/ysz5S6PUM-U');
  await dialog.getByRole('button', { name: 'Discard' }).tap();
  await expect(paste).toHaveValue('');
});
