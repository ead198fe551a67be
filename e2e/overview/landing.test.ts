// The public pages: the landing page, its demo request that an admin then reads, and both pages before any script.
import { expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

test('the landing page tells what the product is and leads to the login', async ({ as }) => {
  const page = await as(null, { path: '/' });
  await expect(page.getByText('Trusted by construction firms in Nigeria')).toBeVisible();
  await expect(page.getByText('Monitoring since 2024')).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'On this page' }).first();
  for (const href of ['#home', '#features', '#how-it-works', '#contact']) {
    await expect(bar.locator(`a[href="${href}"]`)).toBeVisible();
    await expect(page.locator(href)).toHaveCount(1);
  }
  await expect(page.getByRole('link', { name: 'Client Login' }).first()).toHaveAttribute('href', '/login');
  for (const title of [
    'Progress Photo Logging',
    '360° Virtual Tours',
    'Progress Comparison',
    'Private Role-Based Dashboards',
  ])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const featured = page.getByRole('article').filter({ hasText: 'FEATURED' });
  await expect(featured).toContainText('Progress Comparison');
  await expect(featured).toContainText(/side by side, or drag a slider/);
  for (const title of ['Progress Sessions Dashboard', 'Visual Comparison Tool'])
    await expect(page.getByRole('figure').filter({ hasText: title }).getByRole('img')).toHaveCount(1);
  await expect(page.locator('#how-it-works').getByRole('heading', { level: 3 })).toHaveText([
    'We fly and capture',
    'You log in',
    'You monitor and compare',
  ]);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  for (const name of ['LinkedIn', 'Instagram', 'Terms of Use', 'Privacy Policy'])
    await expect(footer.getByRole('link', { name })).toBeVisible();
  await scan(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('banner')).toBeInViewport();
  await page.getByRole('link', { name: 'Log In to Your Dashboard' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('the divider of the landing page follows keys, and a drag anywhere on its pictures', async ({ as }) => {
  const page = await as(null, { path: '/' });
  const divider = page.getByRole('slider', { name: 'Compare the frame with the handover' });
  const pair = page.locator('.pair.over');
  await divider.press('ArrowRight');
  await expect(divider).toHaveValue('51');
  await expect(pair).toHaveCSS('--at', '51%');

  const { x = 0, y = 0, width = 0, height = 0 } = (await pair.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.9, y + height * 0.5);
  await page.mouse.down();
  await expect(divider).toHaveValue('90');
  await expect(divider).toBeFocused();
  await page.mouse.move(x + width * 0.2, y + height * 0.9);
  await page.mouse.up();
  await expect(pair).toHaveCSS('--at', /^20(\.\d+)?%$/);
  await page.mouse.move(x + width * 0.5, y + height * 0.5);
  await expect(divider).toHaveValue('20');
});

test('a demo request is refused in words, sent, and read by an admin', async ({ as }) => {
  const page = await as(null, { path: '/' });
  // A button that is pressed before the script has come leads to the contact instead.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'See a Sample Project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Request a Demo Tour' });
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await said(page, 'Please fill in all required fields', 'Name, email, company, and project brief are required.');
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
  await scan(page);
  await dialog.getByLabel('Name').fill('Sade Cole');
  await dialog.getByLabel('Email').fill('sade@example.com');
  await dialog.getByLabel('Company').fill('Cole & Daughters');
  await dialog.getByLabel('Project Type').selectOption('Residential');
  await dialog.getByLabel('Project Brief').fill('Forty flats in Ajah, starting in March.');
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await said(page, 'Demo request submitted!', "We'll contact you within 24 hours to schedule your personalized demo.");
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Request a Demo Tour' }).first().click();
  await expect(dialog).toBeVisible();

  const admin = await as('admin', { path: '/admin-history?tab=requests' });
  const entry = admin.getByRole('article').filter({ hasText: 'Sade Cole' });
  await expect(entry).toContainText('Forty flats in Ajah, starting in March.');
  await expect(entry).toContainText('Cole & Daughters');
});

test('on a phone the landing page folds its places into a menu', async ({ as }) => {
  const page = await as(null, { path: '/', phone: true });
  await scan(page);
  await page.getByLabel('Menu').click();
  const menu = page.getByRole('navigation', { name: 'On this page' }).last();
  await expect(menu.getByRole('link', { name: 'How It Works' })).toBeVisible();
  await scan(page);
  await menu.getByRole('link', { name: 'How It Works' }).click();
  await expect(page).toHaveURL(/#how-it-works$/);
  await expect(menu.getByRole('link', { name: 'How It Works' })).toBeHidden();
});
