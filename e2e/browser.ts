// Which browser runs the journeys on a machine where nothing was prepared.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const flags = [
  '--no-sandbox', // root, and containers without user namespaces
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader', // WebGL without a graphics card
];

/**
 * The program and its flags: the CHROME variable, the one that comes with npm (Linux on x64 only), a browser of the system, else
 * Playwright's own download. The one of npm is the same on each machine, and without windows: the journeys took 191 s with it where a
 * system's Chromium took 298. Throws a sentence when there is none.
 */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env.CHROME;
  if (named && !runs(named)) throw new Error(`CHROME names ${named}, which cannot be run.`);
  if (!named && process.platform === 'linux' && process.arch === 'x64') return unpacked();
  const whole = findWholeBrowser();
  if (whole) return whole;
  throw new Error('No browser was found: install Chrome or Chromium, or run `npx playwright install chromium`.');
}

/** One with windows, which asks for permissions and shows notifications; undefined where only the one of npm is there. */
export function findWholeBrowser(): { executablePath: string; args: string[] } | undefined {
  const executablePath = [process.env.CHROME, ...ofSystem(), chromium.executablePath()].find(runs);
  return executablePath ? { executablePath, args: flags } : undefined;
}

function ofSystem(): string[] {
  if (process.platform === 'darwin') return ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => names.map((name) => path.join(folder, name)));
}

function runs(file: string | undefined): file is string {
  try {
    fs.accessSync(file ?? '', fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function unpacked(): Promise<{ executablePath: string; args: string[] }> {
  const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'chromium');
  fs.mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder; // it unpacks into the temporary folder, where another version may lie
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'; // makes it bring its own NSS libraries
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  process.env.FONTCONFIG_FILE = fontsBelow(folder);
  // Not its own flags: they switch off what a browser protects, and the journeys are about that too.
  return { executablePath, args: flags };
}

/** Its own list of font folders names the shared temporary folder, where we did not let it unpack; without a font nothing is visible. */
function fontsBelow(folder: string): string {
  const file = path.join(folder, 'topout-fonts.conf');
  const folders = [path.join(folder, 'fonts'), '/usr/share/fonts'].map((each) => `<dir>${each}</dir>`).join('');
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  fs.writeFileSync(
    file,
    `${head}<fontconfig>${folders}<cachedir>${path.join(folder, 'font-cache')}</cachedir></fontconfig>`,
  );
  return file;
}
