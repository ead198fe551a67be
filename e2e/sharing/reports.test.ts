// Taking away: reports and ZIPs by an admin and a client, cancelled, opened again, and on a phone.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';

type Listed = { id: number; captureDate: string; droneImagesUrl: string | null; project: { id: number; name: string } };

/** The latest released visits of the project whose pictures lie in the product's own folders. */
async function visits(page: Page): Promise<Listed[]> {
  const answer = await page.request.get('/api/sessions?status=approved&sort=captureDate&limit=500');
  const found = ((await answer.json()) as Listed[]).filter(
    ({ project, droneImagesUrl }) => project.name === 'Lekki Palm Residences' && droneImagesUrl?.startsWith('/media/'),
  );
  if (found.length < 3) throw new Error('The demo has too few such visits');
  return found;
}

const visit = async (page: Page) => (await visits(page))[0] as Listed;

const dialog = (page: Page) => page.getByRole('dialog');
/** Long, because the machine may be busy. */
const patient = { timeout: 120_000 };

async function saved(page: Page, link: RegExp): Promise<{ bytes: Buffer; name: string }> {
  const download = page.waitForEvent('download', patient);
  await dialog(page).getByRole('link', { name: link }).click();
  const file = await download;
  return { bytes: readFileSync(await file.path()), name: file.suggestedFilename() };
}

async function makeReport(page: Page) {
  await dialog(page).getByRole('button', { name: 'Make report' }).click();
  await expect(dialog(page).getByText('The report is ready')).toBeVisible(patient);
  const { bytes, name } = await saved(page, /^Save report/);
  return { name, ...(await readPdf(bytes)) };
}

test('on a phone a client downloads the report of a session and its pictures', async ({ as }) => {
  const page = await as('client', { phone: true });
  const { id } = await visit(page);
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: 'Report (PDF)' }).click();
  await expect(dialog(page).getByText('For the team')).toHaveCount(0);
  await scan(page);
  const report = await makeReport(page);
  expect(report.name).toMatch(/^Lekki Palm Residences - .* - report\.pdf$/);
  expect(report.title).toContain('Lekki Palm Residences');
  expect(report.pictures.reduce((sum, one) => sum + one)).toBeGreaterThan(1);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Download pictures \(\d+, up to / }).click();
  await scan(page);
  await dialog(page)
    .getByText(/^Small, up to /)
    .click();
  const { bytes, name } = await saved(page, /^Download \d+ pictures? · up to /);
  expect(name).toMatch(/small pictures\.zip$/);
  const files = [...readZip(bytes).keys()];
  expect(files.at(-1)).toMatch(/\/manifest\.csv$/);
  expect(files.length).toBeGreaterThan(1);
});

test('an admin takes chosen originals, and the report for the client, in a dialog that is opened again', async ({
  as,
}) => {
  const page = await as('admin');
  const { id } = await visit(page);
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: /^Download pictures/ }).click();
  await dialog(page).getByRole('checkbox', { name: /^All / }).uncheck();
  await expect(dialog(page).getByRole('button', { name: 'Choose pictures first' })).toBeDisabled();
  await dialog(page)
    .getByRole('checkbox', { name: /^Download / })
    .first()
    .check();
  const { bytes } = await saved(page, /^Download 1 picture /);
  expect(readZip(bytes).size).toBe(2);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Report (PDF)' }).click();
  await dialog(page).getByText('For the team').click();
  await dialog(page).getByText('12 pictures').click();
  await dialog(page).getByRole('button', { name: 'Make report' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Report (PDF)' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'For the team' })).toBeChecked();
  await expect(dialog(page).getByRole('radio', { name: '12 pictures' })).toBeChecked();
  expect((await makeReport(page)).text).toContain('Page 1 of');
});

test('a report that takes long is cancelled, and asked for again', async ({ as }) => {
  const page = await as('admin');
  const { id } = await visit(page);
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: 'Report (PDF)' }).click();
  await dialog(page).getByText('60 pictures').click();
  const state = { key: 'a'.repeat(43), state: 'making', ahead: 0, done: 3, total: 60, bytes: null, name: 'One.pdf' };
  await page.route('**/api/sessions/*/report', (route) => route.fulfill({ status: 202, json: state }));
  await page.route('**/api/reports/*', (route) =>
    route.fulfill({ json: route.request().method() === 'DELETE' ? { ok: true } : state }),
  );
  const cancelled = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/api/reports/'),
  );
  await dialog(page).getByRole('button', { name: 'Make report' }).click();
  await expect(dialog(page).getByText('Making the report: picture 3 of 60')).toBeVisible();
  await scan(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await cancelled;
  await page.unrouteAll();
  expect((await makeReport(page)).text).toContain('Page 1 of');
});

test('an admin makes the report of a period with chosen pairs, on a phone too', async ({ as }) => {
  const page = await as('admin', { phone: true });
  const [latest, , earlier] = await visits(page);
  await page.goto(`/projects/${latest?.project.id}`);
  await page.getByRole('button', { name: 'Report (PDF)' }).click();
  // Of three visits: all of them would take several times as long. The pairs of the whole project stay shown until theirs come.
  const first = earlier?.captureDate ?? '';
  const previewed = page.waitForResponse((response) => response.url().includes(`from=${first}`));
  await dialog(page).getByLabel('From', { exact: true }).fill(first);
  await previewed;
  const pairs = dialog(page).getByRole('listitem');
  await expect(pairs.first()).toBeVisible();
  const all = await pairs.count();
  await dialog(page).getByRole('listitem').first().getByRole('checkbox').uncheck();
  await expect(dialog(page).getByText(new RegExp(`${all - 1} pairs? of pictures before and after`))).toBeVisible();
  // Each pair has to be aligned, so one represents all.
  for (const pair of (await pairs.all()).slice(2)) await pair.getByRole('checkbox').uncheck();
  await scan(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const { outline, text } = await makeReport(page);
  expect(outline).toContain('Visits');
  expect(text).toContain('Progress report');
  await page.reload();
  await page.getByRole('button', { name: 'Report (PDF)' }).click();
  await expect(dialog(page).getByRole('listitem').first().getByRole('checkbox')).not.toBeChecked();
  await dialog(page).getByLabel('To').fill('1999-01-01');
  await expect(dialog(page).getByText('The period ends before it begins')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Make report' })).toBeDisabled();
});
