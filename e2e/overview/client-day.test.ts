// The client's whole day: projects, released sessions narrowed and compared, a concern raised, answered and reopened.
import type { Page } from '@playwright/test';
import { expect, said, test } from '#e2e/fixtures.ts';
import { columnsOf, scan } from '#e2e/page-checks.ts';

const articles = (page: Page) => page.getByRole('tabpanel').getByRole('article');

test('a client goes from a project to its released sessions and narrows them', async ({ as }) => {
  const page = await as('client');
  await expect(page.getByRole('heading', { name: 'Project Progress' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Project Overview', 'Progress Sessions', 'Visual Comparison']);
  const card = page.getByRole('article', { name: 'Lekki Palm Residences' });
  await expect(page.getByRole('article', { name: 'Marina Offices Refurbishment' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Yaba Student Lodge' })).toHaveCount(0);
  await expect(card).toContainText('Active');
  await expect(card).toContainText('Admiralty Way, Lekki Phase 1, Lagos');
  await expect(card).toContainText('Two six-storey residential blocks');
  await expect(card).toContainText('3 sites');
  await expect(card).toContainText(/\d+ sessions/);
  await expect(card).toContainText(/Last updated [A-Z][a-z]+ \d+, \d{4}/);
  await scan(page);

  await card.getByRole('button', { name: 'View Sessions' }).click();
  await expect(page.getByRole('tab', { name: 'Progress Sessions' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Project', { exact: true })).toHaveValue('Lekki Palm Residences');
  const first = articles(page).first();
  await expect(first).toContainText('Lekki Palm Residences');
  await expect(first).toContainText(/Tunde Bakare|Ngozi Eze/);
  await expect(first.getByRole('list', { name: 'Media' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'View Media' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Raise Concern' })).toBeVisible();
  await expect(page.getByText(/^(Pending|Rejected)$/)).toHaveCount(0);
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Block B' });
  await expect(page).toHaveURL(/siteId=\d+/);
  await expect(articles(page).filter({ hasText: 'Block A' })).toHaveCount(0);
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Gatehouse' });
  await expect(page.getByText('No Sessions Available')).toBeVisible();
  await expect(page.getByText('No approved sessions found for this project.')).toBeVisible();
  await scan(page);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByLabel('Project', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Project', { exact: true })).toHaveAttribute('placeholder', 'All Projects');
  await expect(page.getByLabel('Site', { exact: true })).toHaveCount(0);
  await expect(articles(page).filter({ hasText: 'Marina Offices' }).first()).toBeVisible();

  await expect(page.getByLabel('Sort').getByRole('option')).toHaveText([
    'Sort by Session Date',
    'Sort by Submission Date',
  ]);
  await page.getByLabel('Sort').selectOption({ label: 'Sort by Submission Date' });
  await expect(page).toHaveURL(/sort=createdAt/);
  await expect.poll(() => columnsOf(articles(page))).toBeGreaterThan(1);
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(page.getByRole('radio', { name: 'List' })).toHaveCount(0);
  await expect.poll(() => columnsOf(articles(page))).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('radio', { name: 'List' }).check({ force: true });
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await scan(page);
});

test('a client chooses two sessions, no third, and opens them side by side', async ({ as }) => {
  const page = await as('client', { path: '/dashboard?tab=comparison' });
  await expect(page.getByText('No sessions selected')).toBeVisible();
  const hint = 'Select two sessions from the Progress Sessions tab to compare their visual content side by side';
  await expect(page.getByText(hint)).toBeVisible();
  await scan(page);
  const toggle = page.getByRole('button', { name: 'Compare Sessions' }).first();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('0/2 selected')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Compare session of/ });
  await boxes.nth(0).check();
  await expect(page.getByText('1/2 selected')).toBeVisible();
  await page.getByRole('tab', { name: 'Visual Comparison' }).click();
  await expect(page.getByText('1 session selected - select 1 more')).toBeVisible();
  await page.getByRole('tab', { name: 'Progress Sessions' }).click();
  await boxes.nth(1).check();
  await expect(page.getByText('2/2 selected')).toBeVisible();
  await expect(boxes.nth(2)).toBeDisabled();
  await expect(boxes.nth(0)).toBeEnabled();
  // At the end of the list the floating button covers nothing.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await scan(page);
  await page.getByRole('button', { name: 'Compare Sessions' }).last().click();
  await expect(page.getByRole('tab', { name: 'Visual Comparison' })).toHaveAttribute('aria-selected', 'true');
  for (const side of ['Session 1', 'Session 2'])
    await expect(page.getByRole('region', { name: side })).toContainText(/[A-Z][a-z]+ \d+, \d{4}/);
  // The bar on top would cover half of a tab.
  await page.evaluate(() => scrollTo(0, 0));
  await scan(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Session 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(page.getByText('No sessions selected')).toBeVisible();

  await page.getByRole('tab', { name: 'Progress Sessions' }).click();
  await page.getByRole('checkbox', { name: 'Select sessions for comparison' }).check();
  await boxes.nth(0).check();
  await page.getByRole('button', { name: 'Compare Sessions' }).first().click();
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  await expect(boxes).toHaveCount(0);
});

test('a client raises a concern, is notified that it was resolved, and reopens it', async ({ as }) => {
  const page = await as('client', { path: '/dashboard?tab=sessions' });
  const crew = await as('photographer');
  const reason = 'The handrail of the stairs is missing on the third floor, journey of concerns.';
  const card = articles(page).filter({ hasText: 'Tunde Bakare' }).first();
  // A visit that another journey released just now is marked as new in its heading.
  const title = (await card.getByRole('heading').innerText()).replace(/^New:/, '').trim();
  const answer = await page.request.get(`/api/sessions/${await card.getAttribute('data-session')}`);
  const { project, site } = await answer.json();
  await card.getByRole('button', { name: 'Raise Concern' }).click();
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  const facts = dialog.getByRole('definition');
  await expect(facts).toHaveCount(4);
  await expect(facts.nth(0)).toHaveText(project.name);
  await expect(facts.nth(1)).toHaveText(site.name);
  await expect(facts.nth(2)).toHaveText('Tunde Bakare');
  await expect(facts.nth(3)).toHaveText(title);
  await expect(dialog.getByLabel('Priority Level')).toHaveValue('medium');
  await expect(dialog.getByLabel('Priority Level').getByRole('option')).toHaveText([
    'Low – Minor issues or suggestions',
    'Medium – Quality concerns or missing content',
    'High – Serious issues requiring immediate attention',
  ]);
  const submit = dialog.getByRole('button', { name: 'Submit Concern' });
  await dialog.getByLabel('Describe Your Concern').fill('   ');
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Describe Your Concern').press('Control+Enter');
  await said(page, 'Missing Information', 'Please provide a reason for the dispute.');
  await dialog.getByLabel('Describe Your Concern').fill(reason);
  await dialog.getByLabel('Priority Level').selectOption('high');
  await scan(page);
  await submit.click();
  await said(page, 'Dispute Created', 'Your concern has been submitted. The photographer and admin will be notified.');
  await expect(dialog).toBeHidden();
  await expect(card).toContainText(/\d concerns?/);

  await crew.getByRole('button', { name: new RegExp(reason) }).click();
  const details = crew.getByRole('dialog', { name: 'Client Concern Details' });
  const own = details.getByRole('article').filter({ hasText: reason });
  await own.getByLabel('Your message').fill('It is ordered and comes on Monday.');
  await scan(crew);
  await own.getByRole('button', { name: 'Send' }).click();
  await own.getByRole('button', { name: 'Mark In Progress' }).click();
  await said(crew, 'Concern in progress');
  await own.getByRole('button', { name: 'Mark as Resolved' }).click();
  await said(crew, 'Dispute Resolved');

  await page.getByRole('button', { name: /Notifications, \d+ unread/ }).click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await bell
    .getByRole('button', { name: /resolved/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/sessions\/\d+$/);
  const concern = page.getByRole('article').filter({ hasText: reason });
  await expect(concern).toContainText('Resolved');
  const talk = concern.getByRole('button', { name: /messages?$|Conversation/ });
  if ((await talk.getAttribute('aria-expanded')) === 'false') await talk.click();
  await expect(concern.getByRole('list', { name: 'Conversation' })).toContainText('It is ordered and comes on Monday.');
  await scan(page);
  await concern.getByRole('button', { name: 'Reopen' }).click();
  await said(page, 'Concern reopened');
  await expect(concern).toContainText('Open');
});

test('a client sees nothing of what is only for the crew and admins', async ({ as }) => {
  const page = await as('client', { path: '/projects' });
  await expect(page.getByRole('article', { name: 'Lekki Palm Residences' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Project' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  const side = page.getByRole('navigation', { name: 'Main' }).first();
  await expect(side.getByRole('link')).toHaveText(['Dashboard', 'Projects', 'Sessions', 'Profile', 'Concerns']);
  await page.goto('/sessions');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(
    page.getByRole('button', { name: /New Session|Edit session|Delete session|Review|Resubmit/ }),
  ).toHaveCount(0);
  const denied = [
    ['/approvals', 'Only administrators can access the approvals page'],
    ['/users', 'Only administrators can access the user management page'],
    ['/admin-history', 'Only administrators can access the system history page'],
  ] as const;
  for (const [path, sentence] of denied) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await scan(page);
});
