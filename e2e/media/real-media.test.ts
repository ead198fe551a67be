// Real recordings, where they were put beside the project: photos of a flight, a video, a panorama and orthomosaics.
import { expect, test as inDemo } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { startProduct } from '#e2e/product.ts';

const recordings = process.env.REAL_DATA;

const test = inDemo.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct({ MEDIA_ROOT: recordings });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

if (recordings) {
  test('the media of a real visit are shown: photos, film, panorama and orthomosaics', async ({ as }) => {
    const page = await as('admin');
    const projects = await (await page.request.get('/api/projects')).json();
    const [project] = projects;
    const roots = ['drone-photos', 'fort-collins', 'panorama'].map((root) => ({ provider: 'local', root }));
    const bound = await page.request.put(`/api/projects/${project.id}/media-roots`, { data: { roots } });
    expect(bound.ok(), await bound.text()).toBe(true);
    const { sites } = await (await page.request.get(`/api/projects/${project.id}`)).json();
    const made = await page.request.post('/api/sessions', {
      data: {
        projectId: project.id,
        siteId: sites?.[0]?.id ?? null,
        captureDate: '2024-05-22',
        droneImagesUrl: '/media/folders/drone-photos',
        videoUrl: '/media/folders/fort-collins/video',
        tour360Url: '/media/files/panorama/equirectangular.jpg',
        orthomosaicUrl: '/media/folders/fort-collins/orthomosaics',
      },
    });
    expect(made.ok(), await made.text()).toBe(true);
    const { id } = await made.json();

    await page.goto(`/sessions/${id}`);
    const tiles = page.getByRole('button', { name: /^Open .+ of 6$/ });
    await expect(tiles).toHaveCount(6);
    await expect(tiles.first()).toHaveAccessibleName('Open DJI_0018.JPG, 1 of 6');
    await tiles.last().click();
    const photo = page.getByRole('dialog', { name: 'DJI_0028.JPG' });
    const shown = photo.locator('.yarl__slide_current .yarl__slide_image');
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), { timeout: 60_000 })
      .toBeGreaterThan(700);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Videos' }).click();
    await page.getByRole('button', { name: /^Play site-2023-2024\.mp4/ }).click();
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration), { timeout: 30_000 })
      .toBeGreaterThan(1);
    await page.getByRole('tab', { name: '360 Tour' }).click();
    await expect(page.locator('[data-panorama="ready"]')).toBeVisible({ timeout: 90_000 });
    await page.getByRole('tab', { name: 'Orthomosaic' }).click();
    await expect(page.locator('[data-map="ready"]')).toBeVisible({ timeout: 90_000 });
    const maps = page.getByRole('list', { name: /maps$/ }).getByRole('button');
    await expect(maps).toHaveCount(6);
    await maps.last().click();
    await expect(maps.last()).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('[data-map="ready"]')).toBeVisible({ timeout: 90_000 });
    await scan(page);
  });

  test('real orthomosaics of one site lie on each other', async ({ as }) => {
    const page = await as('admin');
    const { request } = page;
    const [project] = (await (await request.get('/api/projects?limit=1')).json()) as { id: number }[];
    const roots = [{ provider: 'local', root: 'fort-collins' }];
    expect((await request.put(`/api/projects/${project?.id}/media-roots`, { data: { roots } })).ok()).toBe(true);
    const [site] = (await (await request.get(`/api/projects/${project?.id}/sites`)).json()) as { id: number }[];
    const ids: number[] = [];
    for (const captureDate of ['2023-09-26', '2024-05-22']) {
      const orthomosaicUrl = `/media/files/fort-collins/orthomosaics/${captureDate}.tif`;
      const data = { projectId: project?.id, siteId: site?.id, captureDate, orthomosaicUrl };
      const answer = await request.post('/api/sessions', { data });
      expect(answer.ok(), await answer.text()).toBe(true);
      ids.push(((await answer.json()) as { id: number }).id);
    }
    await page.goto(`/projects/${project?.id}/compare?compare=${ids.join()}&mode=swipe`);
    await expect(page.locator('[data-map="ready"]')).toHaveCount(2, { timeout: 60_000 });
    await expect(page.getByRole('slider', { name: 'Divider' })).toBeVisible();
    await expect(page).toHaveURL(/view=-?\d/);
    // Everything is drawn before the screenshot is taken.
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: test.info().outputPath('orthomosaics.png') });
  });
}
