// One's own profile: what it shows of each role, changing it, its photo and the password.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a photographer’s profile shows who they are and their jobs, and can be changed', async ({ as }) => {
  const page = await as('ngozi', { path: '/profile' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Ngozi Eze' })).toBeVisible();
  for (const words of ['Photographer', '+234 806 555 0111', 'Joined', 'Drone and interior photography'])
    await expect(main.getByText(words).first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'ngozi.eze@example.com' })).toBeVisible();
  for (const card of ['Assigned Jobs', 'Completed Jobs']) await expect(main.getByText(card)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'My Profile' });
  await expect(dialog.getByText(/^Assigned Jobs: \d+$/)).toBeVisible();
  await expect(dialog.getByText(/^Completed Jobs: \d+$/)).toBeVisible();
  await expect(dialog.getByLabel('Company')).toHaveCount(0);
  await dialog.getByLabel('First Name').fill('');
  await dialog.getByLabel('Last Name').fill(' ');
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  for (const sentence of ['First name is required', 'Last name is required', 'Valid email is required'])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await scan(page);
  await dialog.getByLabel('First Name').fill('Ngozi');
  await dialog.getByLabel('Last Name').fill('Eze');
  await dialog.getByLabel('Email').fill('ngozi.eze@example.com');
  await dialog.getByLabel('Phone').fill('+234 806 555 9999');
  await dialog.getByLabel('Bio').fill('Flies at dawn.');

  const file = dialog.locator('input[type="file"]');
  await file.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await said(page, 'Invalid file type', 'Please select an image file');
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await said(page, 'File too large', 'Please select an image smaller than 5MB');
  await page.route('**/photo', (route) => route.fulfill({ status: 500, body: '' }));
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
  await said(page, 'Upload failed', 'Failed to upload profile photo. Please try again.');
  await page.unroute('**/photo');
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
  await said(page, 'Photo uploaded');
  await page.evaluate(() => {
    FileReader.prototype.readAsDataURL = function fail(this: FileReader) {
      this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>);
    };
  });
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
  await said(page, 'Upload failed', 'Failed to read the image file');
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await said(page, 'Profile updated');
  await expect(main.getByText('Flies at dawn.')).toBeVisible();
  await expect(main.getByText('+234 806 555 9999')).toBeVisible();
  await expect(main.locator('img[src*="/photo"]').first()).toBeVisible();
});

/** The picture that is sent as a photo when this is done. */
async function photoSentBy(page: Page, deed: () => Promise<void>): Promise<Buffer> {
  const [request] = await Promise.all([page.waitForRequest(/\/photo$/), deed()]);
  const { profilePhotoUrl } = request.postDataJSON() as { profilePhotoUrl: string };
  return Buffer.from(profilePhotoUrl.slice(profilePhotoUrl.indexOf(',') + 1), 'base64');
}

test('a photo is made small and upright before it is uploaded, and one that cannot be read goes as it is', async ({
  as,
}) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  // As a phone writes it that was held upright: wide, with a note to turn it.
  const large = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#888', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 80 })
    .toBuffer();
  const page = await as('musa', { path: '/profile' });
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const file = page.getByRole('dialog', { name: 'My Profile' }).locator('input[type="file"]');
  const give = (name: string, mimeType: string, buffer: Buffer) => file.setInputFiles({ name, mimeType, buffer });
  const sent = await photoSentBy(page, () => give('me.jpg', 'image/jpeg', large));
  expect(sent.length).toBeLessThan(large.length / 3);
  const { width, height, orientation = 1 } = await sharp(sent).metadata();
  expect({ width, height, orientation }).toEqual({ width: 683, height: 1024, orientation: 1 });
  await said(page, 'Photo uploaded');
  const unreadable = Buffer.from('Only its name says that it is a picture.');
  expect(await photoSentBy(page, () => give('me.png', 'image/png', unreadable))).toEqual(unreadable);
  await said(page, 'Invalid file type');
});

test('a client gives a company, nobody else does, and a password is changed by who knows the present one', async ({
  as,
}) => {
  const page = await as('fatima', { path: '/profile' });
  await expect(page.getByText('Unity Trust Bank')).toBeVisible();
  await expect(page.getByText('Assigned Jobs')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'My Profile' });
  await expect(dialog.getByLabel('Company')).toHaveValue('Unity Trust Bank');
  await dialog.getByLabel('Email').fill('fatima.new@example.com');
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await expect(dialog.getByText('Enter your password to change your e-mail')).toBeVisible();
  await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused();
  await scan(page);
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Your current password is not correct')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Change password' }).click();
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel('Current password', { exact: true }).fill('not this one');
  const chosen = change.getByLabel('New password', { exact: true });
  await chosen.fill('Password1');
  await expect(change.getByText('Fair. 12 characters or more are better.')).toBeVisible();
  await chosen.fill('a better one');
  await expect(change.getByText('Good.')).toBeVisible();
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await scan(page);
  await change.getByRole('button', { name: 'Cancel' }).click();

  const admin = await as('admin', { path: '/users?q=fatima' });
  await admin.getByRole('button', { name: 'Fatima Sani', exact: true }).click();
  const view = admin.getByRole('dialog', { name: "Fatima Sani's Profile" });
  await expect(view.getByText('Unity Trust Bank')).toBeVisible();
  await scan(admin);
  await view.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(admin.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
});

test('somebody who is not logged in is led from the profile to the login', async ({ as }) => {
  const page = await as(null, { path: '/profile' });
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
});
