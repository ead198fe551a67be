// The product on the device: it can be installed, follows the chosen appearance, notifies with permission, and prints.
import { expect, test } from '#e2e/fixtures.ts';

type Asked = { asked: number };

test('a device may install the product, under the name of the company', async ({ as }) => {
  const page = await as('client');
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Every journey's browser is a private window, from which nothing can be installed, and some say so; there is no other obstacle.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Topout', short_name: 'Topout', display: 'standalone' });
});

test('the look that somebody chose holds, up to the bar of the browser', async ({ as }) => {
  const page = await as('client', { path: '/profile' });
  const bar = () =>
    page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      return metas.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
    });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect([await bar(), await ground()]).toEqual([['#ffffff'], 'light']);
  await page.getByText('Dark', { exact: true }).click();
  expect([await bar(), await ground()]).toEqual([['#14171b'], 'dark']);
  await page.reload();
  await expect(page.getByText('Dark', { exact: true })).toBeVisible();
  expect([await bar(), await ground()]).toEqual([['#14171b'], 'dark']);
  await page.getByText('System', { exact: true }).click();
  expect([await bar(), await ground()]).toEqual([['#ffffff'], 'light']);
});

test('permission to notify is requested by a click, and only while it is undecided', async ({ as }) => {
  const page = await as('client', { path: '/profile' });
  await page.addInitScript(() => {
    const kept = () => (sessionStorage.getItem('leave') ?? 'default') as NotificationPermission;
    const asking = window as unknown as Asked;
    asking.asked = 0;
    Object.defineProperty(Notification, 'permission', { get: kept });
    Notification.requestPermission = async () => {
      asking.asked += 1;
      sessionStorage.setItem('leave', 'granted');
      return kept();
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as Asked).asked);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText(/Desktop notifications tell you/)).toBeVisible();
  expect(await asked()).toBe(0);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText(/Desktop notifications tell you/)).toBeHidden();
  expect(await asked()).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText(/Desktop notifications tell you/)).toBeHidden();
  expect(await asked()).toBe(0);
});

test('a session is printed on clean paper: what it is, what happened to it, its addresses and pictures', async ({
  as,
}) => {
  const page = await as('admin', { dark: true, path: '/sessions' });
  const concerns = await (await page.request.get('/api/disputes')).json();
  const questioned = new Map(
    concerns.map((each: { session: { id: number }; reason: string }) => [each.session.id, each]),
  );
  const sessions = await (await page.request.get('/api/sessions')).json();
  const session = sessions.find(
    ({ id, droneImagesUrl, notes }: Record<string, unknown>) => droneImagesUrl && notes && questioned.has(id),
  );
  const { reason } = questioned.get(session.id) as { reason: string };
  const reportUrl = 'https://files.example.org/reports/week-42.pdf';
  await page.request.patch(`/api/sessions/${session.id}`, { data: { reportUrl } });
  await page.goto(`/sessions/${session.id}`);
  await expect(page.getByRole('heading', { level: 1, name: session.project.name })).toBeVisible();
  await expect(page.getByText(/^Submitted by/)).toBeVisible();
  const main = page.getByRole('main');
  const onPaper = main.locator('section:not(:visible) li img');
  await expect(onPaper).not.toHaveCount(0);
  const photos = await onPaper.count();
  const ahead = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\/drone\/.*\/s400/.test(name)).length,
    );
  expect(await ahead(), 'nobody who does not print pays for it').toBeLessThan(photos);
  // As the mouse leaves towards the menu.
  await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })));
  await expect.poll(ahead).toBeGreaterThanOrEqual(photos);
  // From a menu, without the key that waits: whatever has not come as large lies there as small as it was fetched ahead.
  const atOnce = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(atOnce.match(/\/Subtype \/Image\s+\/Width [48]00/g)?.length).toBeGreaterThanOrEqual(photos);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const words of ['Topout', session.notes, reportUrl, 'Timeline', 'Drone Photos', 'Concerns', reason])
    await expect(main.getByText(words, { exact: true }).filter({ visible: true })).toHaveCount(1);
  for (const chrome of [page.getByRole('banner'), page.getByRole('button'), page.getByRole('tab')])
    await expect(chrome.filter({ visible: true })).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const pictures = main.getByRole('img', { name: /\.jpg$/ });
  // Shown as paper they are fetched wherever they stand, far down perhaps.
  await expect
    .poll(() => pictures.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth === 800)))
    .toBe(true);
  expect(await pictures.count()).toBeGreaterThan(1);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Subtype \/Image/g)?.length).toBeGreaterThan(1);
});

test('printing with the keyboard waits for every picture of the page, and the edge of a sheet cuts no card', async ({
  as,
}) => {
  const page = await as('client');
  const sessions = await (await page.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  const { id, projectId } = sessions[0];
  const printed = () => page.evaluate(() => (window as unknown as { printed?: number }).printed);
  for (const path of [`/sessions/${id}`, `/projects/${projectId}`, '/dashboard?tab=sessions']) {
    await page.goto(path);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => {
      const counted = window as unknown as { printed: number };
      counted.printed = 0;
      window.print = () => void counted.printed++;
    });
    await expect(async () => {
      await page.keyboard.press('Control+p');
      await expect.poll(printed, { timeout: 8000 }).toBeGreaterThan(0);
    }).toPass();
    const missing = await page
      .locator('main img')
      .evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth === 0).length);
    expect(missing, `pictures that were not there when ${path} was printed`).toBe(0);
  }
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(await page.locator('main li img').count());
  await page.emulateMedia({ media: 'print' });
  const isWhole = (all: Element[]) =>
    all.map((each) => {
      for (let up: Element | null = each; up; up = up.parentElement)
        if (getComputedStyle(up).breakInside === 'avoid') return true;
      return false;
    });
  expect(new Set(await page.locator('main li img').evaluateAll(isWhole))).toEqual(new Set([true]));
});

test('a comparison is printed as it is shown, under the name of the company', async ({ as }) => {
  const page = await as('admin', { path: '/projects' });
  const projects: { id: number; name: string }[] = await (await page.request.get('/api/projects?limit=500')).json();
  const project = projects.find(({ name }) => name === 'Lekki Palm Residences');
  await page.goto(`/projects/${project?.id}/compare`);
  const pictures = page.getByRole('main').getByRole('img');
  await expect(pictures.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 690, height: 980 });
  await expect(page.getByRole('main').getByText('Topout', { exact: true })).toBeVisible();
  for (const chrome of [
    page.getByRole('banner'),
    page.getByRole('toolbar'),
    page.getByRole('region', { name: 'Visits' }),
  ])
    await expect(chrome.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText('Rotate your phone')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('clip-path', 'none');
  await expect(page.getByRole('main').getByText('Lekki Palm Residences', { exact: true }).last()).toBeVisible();
  await expect(pictures.first()).toBeVisible();
  const { y: first, width = 0, height = 0 } = (await pictures.first().boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThan(150);
  // Beside each other, on a sheet that is held upright too.
  expect((await pictures.nth(1).boundingBox())?.y).toBe(first);
});
