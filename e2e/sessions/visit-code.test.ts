// Visit codes from the switch to the review: an admin asks for them, a photographer writes one down, the reviewer looks for it.
import type { Project } from '#contract/projects/endpoints.ts';
import { expect, said, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

test('a project asks for a visit code, its photographer reads it on a phone, and the reviewer ticks it', async ({
  as,
}) => {
  const admin = await as('admin');
  const all = (await (await admin.request.get('/api/projects?limit=100')).json()) as Project[];
  const project = all.find(({ name }) => name === 'Lekki Palm Residences') as Project;
  await admin.goto(`/projects/${project.id}`);
  await admin.getByRole('button', { name: 'Edit' }).click();
  const form = admin.getByRole('dialog');
  await form.getByLabel('Ask for a visit code').check();
  await scanAt(admin, [360, 1440], '[role="dialog"]');
  await form.getByRole('button', { name: 'Update Project' }).click();
  await said(admin, 'Project updated successfully');

  const crew = await as('photographer', { phone: true, path: `/projects/${project.id}` });
  const notice = (page: typeof crew) => page.getByText(/^The visit code is [A-Z]{4}\. Write it on a sheet/);
  await expect(notice(crew)).toBeVisible();
  const code = /is ([A-Z]{4})\./.exec(await notice(crew).innerText())?.[1] ?? '';
  await scan(crew);
  await crew.getByRole('button', { name: 'New Session' }).click();
  const session = crew.getByRole('dialog', { name: 'Create New Session' });
  await expect(session.getByText(code)).toBeVisible();
  const date = session.getByLabel('Capture Date');
  const today = await date.inputValue();
  await date.fill('2026-01-05');
  await expect(session.getByText(code)).toBeHidden();
  await date.fill(today);
  await session.getByLabel('Site').selectOption({ label: 'Block A' });
  await expect(session.getByText(code)).toBeVisible();
  await session.getByRole('button', { name: 'Create Session' }).click();
  await said(crew, 'Session created');

  const [made] = (await (await crew.request.get('/api/sessions?limit=1')).json()) as { id: number }[];
  await admin.goto(`/approvals/${made?.id}`);
  const line = admin.getByLabel(`One picture shows the code ${code}`);
  await line.check();
  await expect(line).toBeChecked();
  await scanAt(admin, [360, 1440]);
});
