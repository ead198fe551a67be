// How the journeys run: one browser, over the product as a user starts it (e2e/fixtures.ts does that).
import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/browser.ts';
import { type BrowserName, findProgram } from './e2e/other-browsers/driver.ts';

const others = (['firefox', 'webkit'] satisfies BrowserName[]).filter((name) => {
  const program = findProgram(name);
  if (!program && !process.env.TEST_WORKER_INDEX) console.log(`${name} is not installed: its journeys are left out.`);
  return program;
});

export default defineConfig<object, { otherBrowser: BrowserName }>({
  testDir: './e2e',
  outputDir: './test-results',
  // Each with a product and a browser of its own; a journey waits more than it works, but two processors do not carry three.
  workers: 2,
  // A second try, with a fresh product, which the last lines of `npm test` name: two busy processors are late now and then.
  retries: 1,
  forbidOnly: true,
  timeout: 240_000,
  // Twice what a decision of one click waits before it is sent, and more.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json']],
  projects: [
    { name: 'chromium', testIgnore: 'other-browsers/**' },
    ...others.map((name) => ({ name, testMatch: 'other-browsers/**/*.test.ts', use: { otherBrowser: name } })),
  ],
  use: {
    launchOptions: await findBrowser(),
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Africa/Lagos',
    locale: 'en-GB',
    // What a journey answers in the server's place would pass it by; journeys offline, and of push, let it in.
    serviceWorkers: 'block',
    // Recording costs every journey a good part of a processor.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
