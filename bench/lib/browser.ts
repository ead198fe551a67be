// The Chromium that figures are measured in, and under which conditions they were.
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';

export const noChromium =
  'Skipped: no Chromium is installed here (Debian: apt-get install chromium, or name one in CHROME).';

export function findChromium(): string | undefined {
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [process.env.CHROME, ...usual, chromium.executablePath()].find((file) => file && existsSync(file));
}

/** Processes that wanted to run during the last minute. Above the number of processors, times say more of the machine than of the page. */
export function currentLoad(): number {
  return loadavg()[0] ?? Number.NaN;
}

export function machine(): string {
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model?.trim()}`;
}
