// A session goes back with reasons and flagged pictures, and comes in again with answers.
import { expect, said, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

test('an admin ticks a reason and flags a picture by keyboard, and its photographer answers on a phone', async ({
  as,
}) => {
  const crew = await as('photographer', { phone: true });
  const approved = await (await crew.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  const like = approved.find(({ droneImagesUrl }: { droneImagesUrl: string | null }) =>
    droneImagesUrl?.startsWith('/media/folders/'),
  );
  const { projectId, siteId, droneImagesUrl } = like;
  const data = { projectId, siteId, droneImagesUrl, captureDate: '2026-02-10' };
  const { id } = await (await crew.request.post('/api/sessions', { data })).json();

  const admin = await as('admin', { path: `/sessions/${id}` });
  await admin.getByRole('button', { name: 'Review' }).click();
  const review = admin.getByRole('dialog', { name: `Review Session #${id}` });
  // What comes above it moves it.
  await expect(review.getByRole('heading', { name: 'Checklist' })).toBeVisible();
  await review.getByRole('checkbox', { name: 'Blurred', exact: true }).focus();
  await expect(review.getByText('Blurred', { exact: true }), 'what has the focus is seen').toBeInViewport({ ratio: 1 });
  await admin.keyboard.press('Space');
  await expect(review.getByRole('status').filter({ hasText: 'The photographer reads' })).toContainText(
    'Pictures are blurred.',
  );
  await review.getByRole('button', { name: 'Flag pictures' }).focus();
  await admin.keyboard.press('Enter');
  await review.getByRole('checkbox', { name: 'Flag 01.jpg' }).focus();
  await admin.keyboard.press('Space');
  await review.getByLabel('Note on 01.jpg').fill('Not sharp on the left');
  await scan(admin, '[role="dialog"]');
  await review.getByRole('button', { name: 'Reject' }).click();
  await said(admin, 'Session reviewed');

  await crew.goto(`/sessions/${id}`);
  const sentBack = crew.getByRole('region', { name: 'Sent back' });
  await expect(sentBack).toContainText('Not sharp on the left');
  await expect(sentBack).toContainText('Nothing has changed.');
  await scan(crew);
  await crew.getByRole('button', { name: 'Edit' }).click();
  const edit = crew.getByRole('dialog', { name: 'Edit Session' });
  await expect(edit.getByText('Pictures are blurred.')).toBeVisible();
  await edit.getByLabel('Your answer on 01.jpg').fill('Fog all morning');
  await expect(edit.getByText('Your answers are kept on this device and sent when you resubmit.')).toBeVisible();
  await scan(crew, '[role="dialog"]');
  await crew.keyboard.press('Escape');
  await crew.getByRole('button', { name: 'Resubmit' }).click();
  const again = crew.getByRole('dialog', { name: 'Resubmit session' });
  await expect(again.getByText('Nothing has changed.', { exact: true })).toBeVisible();
  const answer = again.getByLabel('Your answer on 01.jpg');
  await expect(answer).toHaveValue('Fog all morning');
  await answer.fill('');
  await again.getByRole('button', { name: 'Resubmit' }).click();
  await expect(again.getByLabel('Note to the reviewer')).toBeFocused();
  await answer.fill('Fog all morning');
  await scan(crew, '[role="dialog"]');
  await scanAt(crew, [768], '[role="dialog"]');
  const desk = await as('photographer', { path: `/sessions/${id}` });
  await desk.getByRole('button', { name: 'Resubmit' }).click();
  const atDesk = desk.getByRole('dialog', { name: 'Resubmit session' });
  await expect(atDesk.getByLabel('Your answer on 01.jpg')).toBeVisible();
  await expect(atDesk.getByText('Nothing has changed.', { exact: true })).toBeVisible();
  await scanAt(desk, [1440], '[role="dialog"]');
  await again.getByRole('button', { name: 'Resubmit' }).click();
  await said(crew, 'Session resubmitted', 'Your session has been resubmitted for admin review.');

  await expect(admin.getByRole('region', { name: 'Sent back' })).toContainText('Answer: Fog all morning');
  await scan(admin);
});
