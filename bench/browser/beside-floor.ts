// The product in its own folder, the same pages without any script beside it, and a browser that opens both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium, noChromium } from '#bench/lib/browser.ts';
import { type Product, startProduct } from '#server/test-support/processes/product-process.ts';
import { serveWithoutScripts } from './without-scripts.ts';

export type BesideFloor = { product: Product; floorUrl: string; browser: Browser };

/** Says so where there is no browser. `args`: of the browser, beside those that it always has. */
export async function besideFloor(work: (at: BesideFloor) => Promise<void>, args: string[] = []): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) return console.log(noChromium);
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-'));
  let product: Product | undefined;
  let floor: Awaited<ReturnType<typeof serveWithoutScripts>> | undefined;
  let browser: Browser | undefined;
  try {
    product = await startProduct({ DATA_DIR: folder }, { program: ['build/server/main.js'] });
    floor = await serveWithoutScripts(product.url);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
    await work({ product, floorUrl: floor.url, browser });
  } finally {
    await browser?.close();
    floor?.close();
    await product?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
