// Every dialog, in Firefox and WebKit: each field and button of it is seen whole and can be hit, on a desk and on a phone.
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

/** The page, then the buttons that lead to the dialog; names are the beginnings of labels. */
type Way = [path: string, ...buttons: string[]];

const ways: Record<string, Way[]> = {
  admin: [['/sessions/new'], ['/users', 'Invite']],
  client: [],
};

for (const [username, all] of Object.entries(ways)) {
  test(`the fields of every dialog of the ${username} can be seen and hit`, async ({ other }) => {
    await other.logIn(username);
    const faults: string[] = [];
    for (const [path, ...buttons] of all) {
      await other.size(1280);
      await other.goto(path);
      for (const button of buttons) await other.click({ role: 'button', name: `^${button}` });
      await other.sees({ role: 'dialog' });
      for (const width of [1280, 360]) {
        await other.size(width);
        await other.settle();
        const found = [
          ...(await other.unreachable('[role="dialog"], [role="alertdialog"]')),
          ...(await other.cramped()),
        ];
        faults.push(...found.map((fault) => `${path} ${buttons.join(' › ')} at ${width} px: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
}
