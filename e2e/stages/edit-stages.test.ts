// The dialog in which admins edit a list of stages: what is typed survives a reload and another admin, and what was marked is kept.
import type { Locator, Page } from '@playwright/test';
import type { Stage } from '#contract/stages/endpoints.ts';
import { enter, expect, said, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

const projectName = 'Ibadan Logistics Park';

async function projectId(page: Page): Promise<number> {
  const all: { id: number; name: string }[] = await (await page.request.get('/api/projects?limit=500')).json();
  return all.find(({ name }) => name === projectName)?.id ?? 0;
}

const stageOf = (dialog: Locator, number: number) =>
  dialog.getByRole('group', { name: `Stage ${number}`, exact: true });

test('an admin begins with the template, weighs, orders and drops stages; a reload loses nothing, and a second admin is merged in', async ({
  as,
  product,
}) => {
  const page = await as('admin');
  const id = await projectId(page);
  await page.goto(`/projects/${id}?tab=stages`);
  await expect(page.getByText('No stages yet')).toBeVisible();
  await scanAt(page, [360, 1440]);
  await page.getByRole('button', { name: 'Begin with the template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit stages' });
  await expect(dialog.getByRole('group', { name: /^Stage \d+$/ })).toHaveCount(15);

  // A reload keeps what was typed.
  await stageOf(dialog, 1).getByLabel('Weight in %').fill('12.345');
  await page.reload();
  await page.getByRole('button', { name: 'Begin with the template' }).click();
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(stageOf(dialog, 1).getByLabel('Weight in %')).toHaveValue('12.345');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('at most two decimals')).toBeVisible();
  await stageOf(dialog, 1).getByLabel('Weight in %').fill('12.34');
  await expect(dialog.getByText('Weights are not yet complete: 12.34 of 100 %')).toBeVisible();

  // By keyboard: the focus stays with the stage that moves.
  await stageOf(dialog, 2).getByRole('button', { name: 'Move stage 2 down' }).focus();
  await page.keyboard.press('Enter');
  await expect(stageOf(dialog, 3).getByLabel('Name')).toHaveValue('Foundation');
  await expect(dialog.getByText('Foundation is number 3 now.')).toBeAttached();
  await expect(stageOf(dialog, 3).getByRole('button', { name: 'Move stage 3 down' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(stageOf(dialog, 2).getByLabel('Name')).toHaveValue('Foundation');

  // A criterion, a picture in words and one of a viewpoint.
  await stageOf(dialog, 1)
    .getByRole('button', { name: /criteria/ })
    .click();
  await stageOf(dialog, 1).getByRole('button', { name: 'Add criterion' }).click();
  await stageOf(dialog, 1).getByRole('textbox', { name: 'Criterion 4 of stage 1' }).fill('Benchmarks are set');
  await stageOf(dialog, 1).getByRole('button', { name: 'Add picture' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Say which picture is wanted, or choose its viewpoint')).toBeVisible();
  await stageOf(dialog, 1).getByRole('combobox', { name: 'Which picture 2 of stage 1' }).selectOption({ index: 1 });
  await scanAt(page, [360, 1440], '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Stages saved');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article', { name: 'Setting out' })).toContainText('12.34 %');
  const path = `/api/projects/${id}/stages`;
  const saved: Stage[] = await (await page.request.get(path)).json();
  expect(saved[0]?.criteria.at(-1)?.text).toBe('Benchmarks are set');
  expect(saved[0]?.wanted.at(-1)?.viewpoint).not.toBeNull();

  // Another admin saves while this one types: both are in the form, and the second try is saved.
  const edit = page.getByRole('button', { name: 'Edit stages' });
  await edit.click();
  await stageOf(dialog, 15).getByLabel('Weight in %').fill('3');
  const other = await enter(product, 'kunle');
  const theirs = saved.map(({ name, weight, criteria, wanted, ...stage }, at) => ({
    id: stage.id,
    name: at === 1 ? 'Foundations' : name,
    weight,
    criteria,
    wanted: wanted.map(({ text, viewpoint }) => ({ text, viewpointId: viewpoint?.id })),
  }));
  const answer = await other.put(path, { data: { siteId: null, stages: theirs, version: saved[0]?.version } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await other.dispose();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else changed this meanwhile. Your changes are kept.')).toBeVisible();
  await expect(stageOf(dialog, 2).getByLabel('Name')).toHaveValue('Foundations');
  await expect(stageOf(dialog, 15).getByLabel('Weight in %')).toHaveValue('3');
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Stages saved');
  await expect(page.getByText('Weights are not yet complete: 15.34 of 100 %')).toBeVisible();

  // What was marked is not lost: it is kept as dropped, and can be brought back.
  const sessions: { id: number }[] = await (
    await page.request.get(`/api/sessions?projectId=${id}&sort=captureDate`)
  ).json();
  const marked = saved[0] as Stage;
  const claim = await page.request.post(`/api/stages/${marked.id}/marks`, {
    data: { kind: 'claimed', sessionId: sessions[0]?.id },
  });
  expect(claim.status(), await claim.text()).toBe(201);
  await expect(page.getByRole('article', { name: 'Setting out' })).toContainText('Claimed');
  await edit.click();
  await stageOf(dialog, 15).getByRole('button', { name: 'Remove stage 15' }).click();
  await expect(dialog.getByRole('group', { name: /^Stage \d+$/ })).toHaveCount(14);
  await stageOf(dialog, 1).getByRole('button', { name: 'Remove stage 1' }).click();
  const sure = page.getByRole('alertdialog');
  await expect(sure).toContainText('‘Setting out’ has marks: it is kept as dropped');
  await sure.getByRole('button', { name: 'Remove stage' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Stages saved');
  await expect(page.getByRole('article', { name: 'Setting out' })).toBeHidden();
  await page.getByRole('button', { name: 'Show 1 dropped stage' }).click();
  await expect(page.getByRole('article', { name: 'Setting out' })).toContainText('Dropped');
  await scanAt(page, [360, 768, 1440]);
  await edit.click();
  await dialog.getByRole('button', { name: 'Bring back Setting out' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Stages saved');
  await expect(page.getByRole('button', { name: 'Show 1 dropped stage' })).toBeHidden();
  await expect(page.getByRole('article', { name: 'Setting out' })).toContainText('Claimed');

  // A site may have a list of its own.
  await page.getByLabel('A list of its own for').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Empty' }).click();
  await dialog.getByRole('button', { name: 'Add stage' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name the stage')).toBeVisible();
  await stageOf(dialog, 1).getByLabel('Name').fill('Piling');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Stages saved');
  await expect(page.getByRole('region', { name: 'Stages, Warehouse 1' }).getByRole('article')).toHaveCount(1);
});
