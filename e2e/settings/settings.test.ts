// The company's settings: edited on a phone, kept while they are typed, and never overwritten unseen.
import { expect, loseWrites, said, test } from '#e2e/fixtures.ts';
import { fits, scan, scanAt } from '#e2e/page-checks.ts';

test('an admin adds a holiday on a phone: typed words survive a reload, and what another admin saved is shown beside them', async ({
  as,
}) => {
  const page = await as('admin', { path: '/settings', phone: true });
  const section = page.getByRole('region', { name: 'Working days and answers' });
  await expect(section).toContainText('Monday to Friday');
  const edit = page.getByRole('button', { name: 'Edit working days and answers' });
  const dialog = page.getByRole('dialog', { name: 'Edit working days and answers' });
  await edit.click();
  await dialog.getByLabel('Add a holiday').fill('2098-12-25');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByLabel('Add a holiday')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Remove December 25, 2098' })).toBeVisible();
  await scan(page, '[role="dialog"]');

  await page.reload();
  await edit.click();
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove December 25, 2098' })).toBeVisible();
  for (const answer of ['0', '']) {
    await dialog.getByLabel('Low priority').fill(answer);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('An answer may take from 1 to 90 working days')).toBeVisible();
  }
  await dialog.getByLabel('Low priority').fill('7');

  const present = await (await page.request.get('/api/settings')).json();
  const theirs = { ...present, holidays: ['2097-01-01'] };
  expect((await page.request.put('/api/settings', { data: theirs })).ok()).toBe(true);
  // Typed, not added: it is sent anyway.
  await dialog.getByLabel('Add a holiday').fill('2098-12-26');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else changed this meanwhile. Your changes are kept.')).toBeVisible();
  await expect(dialog.getByText('January 1, 2097')).toBeVisible();
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Settings changed');
  await expect(dialog).toBeHidden();
  await expect(section).toContainText('December 25, 2098 · December 26, 2098');
  await scan(page);

  await page.goto('/admin/history?tab=audit');
  const entry = page.getByRole('listitem').filter({ hasText: 'Settings changed' }).first();
  await expect(entry).toContainText('2098-12-26');
  await entry.getByRole('link', { name: 'Working days and answers' }).click();
  await expect(section).toBeVisible();
  const saved = await (await page.request.get('/api/settings')).json();
  await page.request.put('/api/settings', { data: { ...saved, holidays: present.holidays } });
  await expect(section).toContainText('None');
});

test('by keyboard a day is made a working day, and escaping changes nothing', async ({ as }) => {
  const page = await as('admin', { path: '/settings' });
  const edit = page.getByRole('button', { name: 'Edit working days and answers' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit working days and answers' });
  await dialog.getByLabel('Saturday').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Saturday')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(page.getByRole('region', { name: 'Working days and answers' })).toContainText('Monday to Friday');
  await edit.click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByLabel('Saturday')).not.toBeChecked();
});

const dialogs = [
  'Edit brand',
  'Edit working days and answers',
  'Edit reminders, digests and uploads',
  'Edit checklist',
  'Edit reasons',
  'Edit share links',
  'Edit what is kept',
  'Add webhook',
];

test('every dialog of the settings fits at 768 px and at 1440 px, without barriers', async ({ as }) => {
  const page = await as('admin', { path: '/settings' });
  for (const name of dialogs) {
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name, exact: true });
    await expect(dialog.getByRole('button', { name: /^(Save|Add webhook)$/ })).toBeVisible();
    await scanAt(page, [768, 1440], '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWM4IWKDFTEMLQkAfV1GAXVZlckAAAAASUVORK5CYII=';

test('an admin gives the product the company’s name, colour and logo, on a phone in the dark, and it can be read everywhere', async ({
  as,
}) => {
  const page = await as('admin', { path: '/settings', phone: true, dark: true });
  const dialog = page.getByRole('dialog', { name: 'Edit brand' });
  try {
    await page.getByRole('button', { name: 'Edit brand' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Skyline Aerial');
    await dialog.getByLabel('Custom colour').check();
    await dialog.getByLabel('Colour', { exact: true }).fill('red');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('A colour is a # and six digits, such as #1a5fb4')).toBeVisible();
    await dialog.getByLabel('Colour', { exact: true }).fill('#ffd400');
    await expect(dialog.getByText('White text on it would have a contrast of 1.4:1')).toBeVisible();
    await dialog.getByLabel('Address').fill('1 Marina\nLagos');
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(square, 'base64') };
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await expect(dialog.getByRole('img', { name: 'Logo' })).toBeVisible();
    await scan(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Brand changed');

    await page.getByRole('button', { name: 'Edit share links' }).click();
    const rules = page.getByRole('dialog', { name: 'Edit share links' });
    await rules.getByLabel('Longest lifetime').selectOption('A week');
    await rules.getByLabel('Every link needs a PIN').check();
    await scan(page, '[role="dialog"]');
    await rules.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Rules of share links changed');
    await expect(page.getByRole('region', { name: 'Share links' })).toContainText('A week');

    await page.getByRole('button', { name: 'Edit reminders, digests and uploads' }).click();
    const defaults = page.getByRole('dialog', { name: 'Edit reminders, digests and uploads' });
    await defaults.getByLabel('Remind at half of the time').uncheck();
    await defaults.getByLabel('Digest').selectOption('Every day at 07:00');
    await defaults.getByLabel('A claim of a stage may wait, in days').fill('30');
    await defaults.getByLabel('Uploads of a project, in GB').fill('0');
    await defaults.getByRole('button', { name: 'Save' }).click();
    await expect(defaults.getByText('A quota is a whole number of gigabytes, from 1 to 100,000')).toBeVisible();
    await defaults.getByLabel('Uploads of a project, in GB').fill('20');
    await scan(page, '[role="dialog"]');
    await defaults.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Settings changed');
    const shown = page.getByRole('region', { name: 'Reminders, digests and uploads' });
    await expect(shown).toContainText('20 GB for each project');
    await expect(shown).toContainText('When it is due');
    await expect(shown).toContainText('Wait 30 days, then show as not confirmed');

    await page.reload();
    await expect(page).toHaveTitle('Settings · Skyline Aerial');
    await expect(page.getByRole('region', { name: 'Brand' })).toContainText('1 Marina');
    const logo = page.getByRole('link', { name: 'Skyline Aerial, dashboard' }).locator('img');
    await expect(logo).toBeVisible();
    await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const sample = await as(null, { path: '/sample', dark: true });
    await expect(sample.locator('.logo')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await fits(page);
    await scan(page);
    const stranger = await as(null, { path: '/login' });
    await expect(stranger).toHaveTitle('Sign in · Skyline Aerial');
    await scan(stranger);
  } finally {
    const back = { name: 'Topout', colour: null, address: '' };
    await page.request.put('/api/settings/brand', { data: back });
    await page.request.delete('/api/settings/brand/logo');
    const rules = { longestDays: 365, pinAlways: false, downloads: true };
    await page.request.put('/api/settings/share-rules', { data: rules });
    const usual = { digest: 'weekly', remindsHalfway: true, claimDays: 14, uploadQuotaGb: 500 };
    await page.request.put('/api/settings/defaults', { data: usual });
  }
});

test('an admin says on a phone how long notifications are kept; sessions always are', async ({ as }) => {
  const page = await as('admin', { path: '/settings', phone: true, dark: true });
  try {
    const section = page.getByRole('region', { name: 'What is kept' });
    await expect(section).toContainText('Sessions and their records are always kept');
    await expect(section.getByText('Forever')).toHaveCount(3);
    await section.getByRole('button', { name: 'Edit what is kept' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit what is kept' });
    await expect(dialog.getByLabel('Audit log').getByRole('option').first()).toHaveText('A year');
    await expect(dialog.getByLabel('Notifications').getByRole('option').first()).toHaveText('90 days');
    await dialog.getByLabel('Notifications').selectOption('Ten years');
    await scan(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Settings changed');
    await expect(section).toContainText('Ten years');
    await expect(section.getByRole('button', { name: 'Edit what is kept' })).toBeFocused();
    await fits(page);
  } finally {
    const forEver = { auditLog: null, notifications: null, demoRequests: null };
    await page.request.put('/api/settings/retention', { data: forEver });
  }
});

test('an admin rewords a reason and switches one off, and the next rejection offers it so', async ({ as }) => {
  const page = await as('admin', { path: '/settings', phone: true });
  const before = await (await page.request.get('/api/settings/rejection-reasons')).json();
  try {
    const section = page.getByRole('region', { name: 'Reasons for sending back' });
    await section.getByRole('button', { name: 'Edit reasons' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit reasons' });
    await dialog.getByLabel('Sentence of Blurred').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Sentence of Blurred')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Sentence of Blurred').fill('Fly it again: these are out of focus.');
    await dialog.getByLabel('Too few is offered').uncheck();
    await scan(page, '[role="dialog"]');
    const find = await loseWrites(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Failed to change the reasons');
    await page.reload();
    expect(await (await page.request.get('/api/settings/rejection-reasons')).json()).toEqual(before);
    await find();
    await section.getByRole('button', { name: 'Edit reasons' }).click();
    await expect(dialog.getByText('Draft restored')).toBeVisible();
    await expect(dialog.getByLabel('Too few is offered')).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Reasons changed');
    await expect(section).toContainText('Fly it again: these are out of focus.');
    await expect(section).toContainText('Switched off');
    await fits(page);
    await scan(page);

    const [waiting] = await (await page.request.get('/api/sessions?status=pending&limit=1')).json();
    await page.goto(`/sessions/${waiting.id}`);
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: `Review Session #${waiting.id}` });
    await review.getByRole('checkbox', { name: 'Blurred', exact: true }).focus();
    await page.keyboard.press('Space');
    const read = review.getByRole('status').filter({ hasText: 'The photographer reads' });
    await expect(read).toContainText('Fly it again: these are out of focus.');
    await expect(review.getByRole('checkbox', { name: 'Too few', exact: true })).toHaveCount(0);
  } finally {
    const now = await (await page.request.get('/api/settings/rejection-reasons')).json();
    await page.request.put('/api/settings/rejection-reasons', { data: { ...before, version: now.version } });
  }
});
