// One stage from its claim to its acknowledgement, by five people: refused on the way, taken back, and confirmed on site.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { Stage, StageWithMarks } from '#contract/stages/endpoints.ts';
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan, scanAt } from '#e2e/page-checks.ts';

const projectName = 'Lekki Palm Residences';

const read = async <T>(calls: APIRequestContext, path: string): Promise<T> => (await calls.get(path)).json();

/** A list of two stages for the whole project, in place of what another journey left. */
async function listStages(calls: APIRequestContext, projectId: number): Promise<Stage[]> {
  const rows = await read<Stage[]>(calls, `/api/projects/${projectId}/stages`);
  const present = rows.find(({ site }) => site === null);
  const data = {
    siteId: null,
    version: present?.version,
    stages: [
      {
        name: 'Ring beam',
        plannedOn: '2026-11-20',
        weight: 6000,
        criteria: [{ text: 'The beam is cast on all walls' }, { text: 'Formwork is struck' }],
        wanted: [{ text: 'Before cover-up: reinforcement of the beam' }],
      },
      { name: 'Roof deck', weight: 2500, criteria: [{ text: 'The slab is cast' }], wanted: [] },
    ],
  };
  const answer = await calls.put(`/api/projects/${projectId}/stages`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).stages;
}

/** A stage of the demo's block that another visit shows than the stage before it. */
async function ofTwoVisits(calls: APIRequestContext, projectId: number): Promise<{ before: Stage; own: Stage }> {
  const rows = (await read<Stage[]>(calls, `/api/projects/${projectId}/stages`)).filter(
    ({ site, seen }) => site && seen,
  );
  const at = rows.findIndex(({ seen }, nth) => nth > 0 && seen?.session?.id !== rows[nth - 1]?.seen?.session?.id);
  return { before: rows[at - 1] as Stage, own: rows[at] as Stage };
}

/** As the page would send it; what it answers is the stage. */
async function mark(calls: APIRequestContext, stage: Pick<Stage, 'id'>, data: object): Promise<StageWithMarks> {
  const answer = await calls.post(`/api/stages/${stage.id}/marks`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem');

async function act(page: Page, name: string): Promise<Locator> {
  await page.getByRole('region', { name: 'What you can do' }).getByRole('button', { name }).click();
  return page.getByRole('dialog');
}

async function takeBack(page: Page, name: string, reason: string): Promise<void> {
  await act(page, 'Take back a mark');
  await page.getByRole('menuitem', { name: `Take back: ${name}` }).click();
  await dialog(page, `Take back: ${name}`).getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Say why')).toBeVisible();
  await page.getByLabel('Reason').fill(reason);
  await dialog(page, `Take back: ${name}`).getByRole('button', { name: 'Take back' }).click();
  await said(page, 'Mark taken back');
}

test('a crew claims a stage, an admin sees it, a checker refuses and then confirms it on site, the client acknowledges, and it is taken back', async ({
  as,
}) => {
  const admin = await as('admin');
  await admin.setViewportSize({ width: 1440, height: 900 });
  const sessions = await read<Session[]>(admin.request, '/api/sessions?sort=captureDate&limit=500');
  const like = sessions.find(
    ({ project, site, released, droneImagesUrl }) =>
      project.name === projectName && site?.name === 'Block A' && released && droneImagesUrl?.startsWith('/media/'),
  ) as Session;
  const [beam] = (await listStages(admin.request, like.projectId)) as [Stage];

  // A checker is a surveyor with an account of a client: no crew, and nobody whose works they are.
  await admin.goto(`/projects/${like.projectId}?tab=members`);
  await admin.getByRole('button', { name: 'Add Member' }).click();
  const add = dialog(admin, 'Add Member');
  await add.getByLabel('Role').selectOption({ label: 'Checker' });
  await choose(add.getByLabel('Person'), 'Musa Danjuma – Photographer');
  await add.getByRole('button', { name: 'Add Member' }).click();
  await expect(add.getByText('A checker needs an account of a client, not of the crew')).toBeVisible();
  await choose(add.getByLabel('Person'), 'Hauwa Bello – Client');
  await add.getByRole('button', { name: 'Add Member' }).click();
  await said(admin, 'Member added');

  // The crew hands a visit in on a phone, and claims the stage with it.
  const crew = await as('photographer', { phone: true, path: `/projects/${like.projectId}?tab=stages` });
  await expect(row(crew, 'Ring beam')).toContainText('Next: claimed by the crew');
  await expect(row(crew, 'Ring beam').getByText('Waiting for you')).toBeVisible();
  await expect(row(crew, 'Roof deck').getByText('Waiting for you')).toBeHidden();
  await scan(crew);
  await crew.getByRole('button', { name: 'New Session' }).click();
  const form = dialog(crew, 'Create New Session');
  await form.getByLabel('Site').selectOption({ label: 'Block A' });
  await form.getByLabel('Drone Photos').fill(like.droneImagesUrl ?? '');
  const claims = form.getByLabel('This visit shows the stage');
  await expect(claims).toHaveValue('');
  await expect(form.getByText('Next in line: Ring beam')).toBeVisible();
  await crew.context().setOffline(true);
  await expect(form.getByText('A stage can be claimed only online')).toBeVisible();
  await expect(claims).toBeHidden();
  await crew.context().setOffline(false);
  await claims.selectOption({ label: 'Ring beam' });
  await scan(crew, '[role="dialog"]');
  await form.getByRole('button', { name: 'Create Session' }).click();
  await said(crew, '‘Ring beam’ is claimed');
  await expect(row(crew, 'Ring beam')).toContainText(/Claimed.*by Tunde Bakare \(crew\)/);
  const claimed = await read<StageWithMarks>(admin.request, `/api/stages/${beam.id}`);
  const visit = claimed.claimed?.session?.id ?? 0;

  // The reviewer reads what the visit is said to show, and after the release marks it as seen.
  await admin.goto(`/approvals/${visit}`);
  const claim = admin.getByRole('region', { name: 'Claimed: Ring beam' });
  await expect(claim.getByRole('listitem')).toHaveText(['The beam is cast on all walls', 'Formwork is struck']);
  await expect(claim.getByRole('link')).toBeHidden();
  expect((await admin.request.put(`/api/sessions/${visit}/approve`, { data: {} })).ok()).toBe(true);
  await claim.getByRole('link', { name: 'Mark as seen' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Ring beam' })).toBeVisible();
  const see = await act(admin, 'Mark as seen');
  await expect(see.getByLabel('Visit')).not.toHaveValue('');
  await see.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(see.getByText('Choose at least one picture that shows it')).toBeVisible();
  await expect(see.getByText('Not ticked.')).toHaveCount(2);
  await see.getByRole('checkbox', { name: 'Formwork is struck' }).check();
  await see.getByRole('button', { name: /^Choose pictures for The beam/ }).click();
  await see
    .getByRole('button', { name: /^Choose 0?1/ })
    .first()
    .click();
  await expect(see.getByText('1 picture chosen')).toBeVisible();
  await scanAt(admin, [360, 1440], '[role="dialog"]');
  // What was ticked and chosen is a draft until it is sent.
  await admin.reload();
  await act(admin, 'Mark as seen');
  await expect(see.getByText('Draft restored')).toBeVisible();
  await expect(see.getByRole('checkbox', { name: 'Formwork is struck' })).toBeChecked();
  await expect(see.getByText('1 picture chosen')).toBeVisible();
  await see.getByRole('checkbox', { name: 'The beam is cast on all walls' }).check();
  await see.getByRole('button', { name: 'Mark as seen' }).click();
  await said(admin, 'Stage marked as seen');
  const shots = admin.getByRole('region', { name: 'Criteria' }).getByRole('link', { name: /visit of/ });
  await expect(shots).toHaveCount(1);

  // The checker refuses with a reason: the claim falls, and the crew claims again.
  const checker = await as('hauwa', { path: `/stages/${beam.id}` });
  const refuse = await act(checker, 'Refuse');
  await refuse.getByLabel('Reason').fill('The east side is not cast.');
  await refuse.getByRole('button', { name: 'Refuse' }).click();
  await said(checker, 'Stage refused');
  await expect(crew.getByText('Refused by Hauwa Bello: The east side is not cast.')).toBeVisible();
  await crew.goto(`/stages/${beam.id}`);
  const again = await act(crew, 'Claim stage');
  await again.getByLabel('Visit').selectOption({ index: 1 });
  await again.getByLabel('Note').fill('Cast on Friday.');
  await again.getByRole('button', { name: 'Claim stage' }).click();
  await said(crew, 'Stage claimed');
  await expect(history(crew)).toHaveText([/^Claimed/, /^Refused/, /^Seen/, /^Claimed/]);
  await expect(crew.getByRole('region', { name: 'What you can do' })).toBeVisible();

  // While the checker ticks, an admin takes back what they saw: nothing ticked is lost, and on site it may be confirmed still.
  const { marks } = await read<StageWithMarks>(admin.request, `/api/stages/${beam.id}`);
  const pictures = marks.find(({ kind }) => kind === 'seen')?.criteria[0]?.pictures ?? [];
  const criteria = beam.criteria.map(({ id, text }) => ({
    id,
    text,
    ticked: true,
    pictures: pictures.map(({ sessionId, mediaKind, item }) => ({ sessionId, mediaKind, item })),
  }));
  await mark(admin.request, beam, { kind: 'seen', sessionId: visit, criteria });
  await checker.reload();
  const confirm = await act(checker, 'Confirm');
  for (const { text } of beam.criteria) await confirm.getByRole('checkbox', { name: text }).check();
  await confirm.getByLabel('Note').fill('Seen from the scaffold.');
  await mark(admin.request, beam, { kind: 'seen', act: 'taken_back', note: 'The wrong block.' });
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText('Somebody else changed this stage meanwhile.')).toBeVisible();
  await expect(confirm).toContainText('Taken back: Seen by Ada Obi (admin): The wrong block.');
  await expect(confirm.getByRole('checkbox', { name: 'Formwork is struck' })).toBeChecked();
  await expect(confirm.getByLabel('Note')).toHaveValue('Seen from the scaffold.');
  await scan(checker, '[role="dialog"]');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await said(checker, 'No admin has seen this stage in a released visit yet');
  await confirm.getByRole('checkbox', { name: 'I checked this on site' }).check();
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await said(checker, 'Stage confirmed');
  await expect(checker.getByRole('region', { name: 'How it stands' })).toContainText(
    'by Hauwa Bello (checker, checked on site)',
  );

  // The client finds what waits for them, on a phone and in the dark too.
  const client = await as('client', { phone: true, dark: true, path: `/projects/${like.projectId}?tab=stages` });
  await expect(client.getByText('Weights are not yet complete: 85 of 100 %')).toBeVisible();
  await expect(client.getByText('Claimed 60 % · Confirmed 60 %')).toBeVisible();
  await expect(row(client, 'Ring beam').getByText('Waiting for you')).toBeVisible();
  await row(client, 'Ring beam').getByRole('link', { name: '1 Ring beam' }).click();
  const button = client.getByRole('button', { name: 'Acknowledge' });
  await expect(button).toBeInViewport();
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await fits(client);
  await scan(client);
  const acknowledge = await act(client, 'Acknowledge');
  await acknowledge.getByRole('button', { name: 'Acknowledge' }).click();
  await said(client, 'Stage acknowledged');
  await client.getByRole('link', { name: `${projectName} · Stages` }).click();
  await expect(row(client, 'Ring beam')).toContainText(/Acknowledged.*by Amaka Okafor \(client\)/);

  // A confirmation that is taken back takes the acknowledgement with it; the history keeps all of it.
  await admin.goto(`/stages/${beam.id}`);
  await takeBack(admin, 'Confirmed', 'The beam cracked.');
  const state = admin.getByRole('region', { name: 'How it stands' });
  await expect(state.getByRole('listitem')).toHaveText([/^Claimed/]);
  await expect(history(admin).first()).toContainText('Taken back: Confirmed by Ada Obi (admin)');
  await expect(history(admin).first()).toContainText('The beam cracked.');
  await expect(history(admin)).toHaveCount(9);
  await scanAt(admin, [768, 1440]);

  // The demo's block: a picture opens in the viewer of its visit, and beside the same viewpoint in the stage before.
  await admin.goto(`/projects/${like.projectId}?tab=stages`);
  const block = admin.getByRole('region', { name: 'Stages, Block A' });
  await expect(block.getByText(/^Claimed .* · Confirmed /)).toBeVisible();
  const { before, own } = await ofTwoVisits(admin.request, like.projectId);
  await block.getByRole('link', { name: `${own.position} ${own.name}`, exact: true }).click();
  await expect(admin.getByRole('heading', { level: 1, name: own.name })).toBeVisible();
  await shots.first().click();
  await expect(admin).toHaveURL(/\/sessions\/\d+\?tab=drone&item=/);
  await expect(admin.getByRole('dialog')).toBeVisible();
  await admin.goBack();
  await admin
    .getByRole('link', { name: `Compare with ‘${before.name}’` })
    .first()
    .click();
  await expect(admin).toHaveURL(/\/viewpoints\/\d+\?date=[\d.-]+&compare=[\d.-]+&mode=swipe/);
  await expect(admin.getByRole('toolbar', { name: 'Comparison' })).toBeVisible();
  await admin.goto(`/stages/${beam.id}`);

  // A visit that is removed later is said of the mark that rests on it, and the stage is asked for again.
  const last = (await read<StageWithMarks>(admin.request, `/api/stages/${beam.id}`)).claimed?.session?.id;
  expect((await admin.request.delete(`/api/sessions/${last}`)).ok()).toBe(true);
  await expect(
    history(admin).filter({ hasText: 'The visit or a picture that it is based on was taken back.' }).first(),
  ).toBeVisible();
  await expect(state).toContainText('Next: claimed by the crew');
});
