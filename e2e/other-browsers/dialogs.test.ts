// Every dialog of the product in Firefox and WebKit, in a file of its own: it takes as long as all their journeys, beside which it runs.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { walk, waysOf } from './dialog-ways.ts';
import { test } from './fixtures.ts';
import type { OtherPage } from './page.ts';

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web');

/** Of which the others are made, and what is there only while something waits on the device. */
// The last has no fields, and needs a picture of another visit: a journey of its own opens it.
const parts = ['form', 'confirm', 'unsent', 'edit-texts', 'edit-unsent-session', 'borrowed'];

test('the way to every dialog is known', ({ places }) => {
  const files = fs.readdirSync(web, { recursive: true, encoding: 'utf8' });
  const dialogs = files.flatMap((file) => /([\w-]+)-dialog\.tsx$/.exec(file)?.[1] ?? []);
  const known = Object.values(waysOf).flatMap((ways) => Object.values(ways(places)).flatMap(Object.keys));
  expect(dialogs.filter((name) => !known.includes(name) && !parts.includes(name))).toEqual([]);
});

/** One sentence for each part of the open dialog that cannot be seen or hit. */
async function faultsOfDialog(other: OtherPage): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 360]) {
    await other.size(width);
    await other.settle();
    const found = await other.faults('[role="dialog"], [role="alertdialog"]');
    faults.push(...found.map((fault) => `at ${width} px: ${fault}`));
  }
  return faults;
}

for (const username of ['visitor', 'admin', 'photographer', 'client'] as const) {
  test(`the fields of every dialog of the ${username} can be seen and hit`, async ({ other, places }) => {
    // Some fifty dialogs in one test, so that the browser starts once.
    test.setTimeout(600_000);
    await other.logIn(username === 'visitor' ? null : username);
    const faults: string[] = [];
    for (const [address, dialogs] of Object.entries(waysOf[username](places))) {
      await other.size(1280);
      await other.goto(address);
      for (const [name, way] of Object.entries(dialogs)) {
        await other.size(1280);
        await walk(other, way);
        faults.push(...(await faultsOfDialog(other)).map((fault) => `${name} ${fault}`));
        await other.closeDialogs();
      }
    }
    expect(faults).toEqual([]);
  });
}

test('a page stays where it is when the window changes its size after a dialog with a field', async ({ other }) => {
  await other.logIn('admin');
  await other.goto('/settings');
  await walk(other, ['Edit brand', 'Edit brand']);
  await other.closeDialogs();
  await other.sees({ css: 'button:focus', name: '^Edit brand' });
  await other.run(() => scrollTo(0, 0));
  for (const width of [360, 1280]) {
    await other.size(width);
    expect(await other.run(() => scrollY), `at ${width} px`).toBe(0);
  }
});
