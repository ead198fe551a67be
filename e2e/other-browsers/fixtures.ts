// What the journeys in Firefox and WebKit use: the running product, and one window of that browser.
import { test as base, enter } from '#e2e/fixtures.ts';
import { type BrowserName, type Driver, startDriver } from './driver.ts';
import { type OtherPage, openPage } from './page.ts';
import { findPlaces, type Places } from './places.ts';

type Fixtures = { other: OtherPage };
type WorkerFixtures = { otherBrowser: BrowserName; driver: Driver; places: Places };

export const test = base.extend<Fixtures, WorkerFixtures>({
  otherBrowser: ['webkit', { option: true, scope: 'worker' }],
  driver: [
    async ({ otherBrowser }, use) => {
      const driver = await startDriver(otherBrowser);
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  places: [
    async ({ stewards, product }, use) => {
      const client = await enter(product, 'client');
      await use(await findPlaces({ ...stewards, client }));
      await client.dispose();
    },
    { scope: 'worker' },
  ],
  // Nothing is cleared between the tests: what they go to is there for all of them.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  queue: async ({}, use) => use(undefined),
  other: async ({ driver, product }, use) => {
    const page = openPage(driver, () => product.url);
    await page.size(1280);
    await use(page);
  },
});
