// What was found of a visit by itself, where people look before they decide, and the company's checklist beside it.
import { expect, loseWrites, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

test('a photographer on a phone and an admin in a review see what stands out of a visit, with the pictures it is about', async ({
  as,
}) => {
  const admin = await as('admin');
  const crew = await as('photographer', { phone: true });
  const me = await (await crew.request.get('/api/user')).json();
  const all = await (await crew.request.get('/api/sessions?sort=captureDate&limit=500')).json();
  const like = all.find((each: { droneImagesUrl: string | null }) =>
    each.droneImagesUrl?.startsWith('/media/folders/'),
  );
  const { clientId } = await (await admin.request.get(`/api/projects/${like.projectId}`)).json();
  const { roots } = await (await admin.request.get(`/api/projects/${like.projectId}/media-roots`)).json();
  // In the sea, far from where the pictures were taken.
  const sites = [{ name: 'Pier', photographerId: me.id, latitude: 1, longitude: 1 }];
  const project = { name: 'Journey of checks', clientId };
  const made = await (await admin.request.post('/api/projects', { data: { project, sites } })).json();
  await admin.request.put(`/api/projects/${made.id}/media-roots`, { data: { roots } });
  const [site] = await (await crew.request.get(`/api/projects/${made.id}/sites`)).json();
  const { droneImagesUrl, captureDate } = like;
  const data = { projectId: made.id, siteId: site.id, droneImagesUrl, captureDate };
  const sent = await crew.request.post('/api/sessions', { data });
  expect(sent.status()).toBe(201);
  const { id } = await sent.json();
  await crew.goto(`/sessions/${id}`);
  const box = crew.getByRole('region', { name: 'Checks' });
  await expect(box).toContainText('taken more than 500 m from the site', { timeout: 60_000 });
  await expect(box.getByRole('link', { name: 'opens in a new tab' }).first()).toHaveAttribute(
    'href',
    /tab=drone&item=/,
  );
  await box.getByText(/other checks?$/).click();
  await expect(box.getByText('Sharpness')).toBeVisible();
  await fits(crew);
  await scan(crew);

  await admin.goto('/approvals');
  const card = admin.getByRole('article', { name: `Session ${id}`, exact: true });
  await card.getByRole('button', { name: 'Approve Session' }).click();
  const decision = admin.getByRole('dialog', { name: 'Approve Session' });
  const list = decision.getByRole('region', { name: 'Checklist' });
  await expect(list).toContainText('taken more than 500 m from the site');
  await expect(list.getByLabel('Taken at the site')).not.toBeChecked();
  await expect(list.getByLabel('No pictures that are too dark')).toBeChecked();
  const done = async () => Number(/(\d+) of 12/.exec((await list.textContent()) ?? '')?.[1]);
  const filledIn = await done();
  await list.getByLabel('It is the right site, and the phase that was named').check();
  expect(await done()).toBe(filledIn + 1);
  await scan(admin, '[role="dialog"]');
  expect((await admin.request.delete(`/api/projects/${made.id}`)).ok()).toBe(true);
});

test('an admin adds a line to the checklist on a phone, moves it up and takes it away again', async ({ as }) => {
  const page = await as('admin', { path: '/settings', phone: true });
  const section = page.getByRole('region', { name: 'Checklist' });
  const edit = page.getByRole('button', { name: 'Edit checklist' });
  const before = await (await page.request.get('/api/checklist')).json();
  const nth = before.lines.length + 1;
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit checklist' });
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(dialog.getByLabel(`Line ${nth}`, { exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A line of the checklist needs words')).toBeVisible();
  await dialog.getByLabel(`Line ${nth}`, { exact: true }).fill('The crane is in the picture');
  await dialog.getByLabel(`What line ${nth} is for`).selectOption({ label: 'Drone photos' });
  await dialog.getByLabel(`What fills line ${nth} in`).selectOption({ label: 'Filled in: Sharpness' });
  await dialog.getByRole('button', { name: `Move line ${nth} up` }).click();
  await fits(page);
  await scan(page, '[role="dialog"]');
  const find = await loseWrites(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Failed to change the checklist');
  await expect(dialog.getByLabel(`Line ${nth - 1}`, { exact: true })).toHaveValue('The crane is in the picture');
  expect(await (await page.request.get('/api/checklist')).json()).toEqual(before);
  await find();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Checklist changed');
  await expect(section.getByRole('listitem').nth(nth - 2)).toContainText(
    'The crane is in the pictureFilled in: SharpnessDrone photos',
  );
  await scan(page);
  await edit.click();
  await dialog.getByRole('button', { name: `Remove line ${nth - 1}` }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).not.toContainText('crane');
});
