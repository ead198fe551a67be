// Waits until a page that came rendered is hydrated, wherever it was opened.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const notHydrated = '#root[data-waiting]';

/** Resolves inside the page at that very moment; polling would notice a good part of a second later. */
function untilHydrated(waiting: string): Promise<true> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    function look() {
      if (document.querySelector(waiting)) return;
      observer.disconnect();
      resolve(true);
    }
    observer.observe(document, { subtree: true, attributes: true, childList: true });
    look();
  });
}

/** A server-rendered page responds once it is hydrated; e2e/pages/rendered.test.ts checks the time before that. */
export function waitForHydration(page: Page): void {
  const hydrated =
    <Given extends unknown[], Response>(open: (...given: Given) => Promise<Response>) =>
    async (...given: Given): Promise<Response> => {
      const response = await open(...given);
      // A page that redirects at once takes the promise with it.
      const isHydrated = page.evaluate(untilHydrated, notHydrated).catch(() => false);
      if (!(await Promise.race([isHydrated, delay(10_000, false, { ref: false })])))
        await page.locator(notHydrated).waitFor({ state: 'detached', timeout: 20_000 });
      return response;
    };
  page.goto = hydrated(page.goto.bind(page));
  page.reload = hydrated(page.reload.bind(page));
  page.goBack = hydrated(page.goBack.bind(page));
}
