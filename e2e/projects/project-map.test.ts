// A client's projects on the operator's map: drawn from an archive that this file makes, in a product that is started with it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Project, Site } from '#contract/projects/endpoints.ts';
import { demoPassword, enter } from '#e2e/fixtures.ts';
import { waitForHydration } from '#e2e/hydration.ts';
import { scan } from '#e2e/page-checks.ts';
import { startProduct } from '#e2e/product.ts';
import { mapArchive } from '#server/test-support/files/map-archive.ts';
import { squareTile } from '#server/test-support/files/vector-tile.ts';

const projectName = 'Lekki Palm Residences';
/** As the style draws land in the light. */
const land = [243, 242, 238];

test('a client sees their projects on the operator’s map and opens one from it; on phones it is folded away', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'topout map '));
  const archive = join(folder, 'map.pmtiles');
  writeFileSync(archive, mapArchive([{ z: 0, x: 0, y: 0, data: squareTile('earth') }], 'vector'));
  const product = await startProduct({ MAP_TILES: archive });
  try {
    const admin = await enter(product, 'admin');
    const projects = (await (await admin.get('/api/projects?limit=100')).json()) as Project[];
    const project = projects.find(({ name }) => name === projectName) as Project;
    const present = (await (await admin.get(`/api/projects/${project.id}/sites`)).json()) as Site[];
    const sites = present.map(({ id, name, description, location, photographerId }, nth) => {
      const position = nth === 0 ? { latitude: 6.4488, longitude: 3.4741 } : {};
      return { id, name, description, location, photographerId, ...position };
    });
    const saved = await admin.patch(`/api/projects/${project.id}`, { data: { sites } });
    expect(saved.ok(), await saved.text()).toBe(true);

    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', colorScheme: 'light' });
    const credentials = { username: 'client', password: demoPassword };
    expect((await context.request.post('/api/login', { data: credentials })).ok()).toBe(true);
    const page = await context.newPage();
    waitForHydration(page);
    await page.goto('/dashboard');
    const own = page.getByRole('region', { name: 'My projects' });
    const map = own.locator('[data-map="projects"]');
    const point = map.getByText(projectName);
    await expect(point).toBeVisible();
    // A pixel beside the point, of the land that the archive holds.
    const pixel = () =>
      map.evaluate((box) => {
        const canvas = box.querySelector('canvas');
        const at = canvas?.getContext('2d')?.getImageData(canvas.width / 4, canvas.height - 20, 1, 1).data;
        return [...(at ?? [])].slice(0, 3);
      });
    await expect.poll(pixel).toEqual(land);
    await scan(page);

    // On a phone it comes when somebody asks for it.
    await page.setViewportSize({ width: 360, height: 760 });
    await page.reload();
    await expect(own.getByRole('button', { name: 'Show map' })).toBeVisible();
    await expect(map).toHaveCount(0);
    await own.getByRole('button', { name: 'Show map' }).press('Enter');
    await expect(point).toBeVisible();
    await expect.poll(pixel).toEqual(land);
    await scan(page);
    await point.click();
    await expect(page).toHaveURL(new RegExp(`/projects/${project.id}$`));
    await context.close();
    await admin.dispose();
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true });
  }
});
