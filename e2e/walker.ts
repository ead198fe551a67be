// Walks the ways to dialogs in Chromium, finding things as the journeys in other browsers do.
import { type ElementHandle, expect, type Page } from '@playwright/test';
import type { Walker } from './other-browsers/dialog-ways.ts';
import { allOf, type Wanted } from './other-browsers/in-page.ts';
import { keys } from './other-browsers/page.ts';

const names: Record<string, string> = { [keys.escape]: 'Escape', [keys.enter]: 'Enter' };

export function walkerOn(page: Page) {
  const all = (wanted: Wanted) => `(${allOf})(${JSON.stringify(wanted)})`;
  const count = (role: string, name = '') => page.evaluate<number>(`${all({ role, name })}.length`);
  /** Waits until one is there, and gives the first. */
  async function find(wanted: Wanted, timeout = 30_000): Promise<ElementHandle<HTMLElement>> {
    await expect
      .poll(() => page.evaluate<number>(`${all(wanted)}.length`), { timeout, message: JSON.stringify(wanted) })
      .toBeGreaterThan(0);
    const found = await page.evaluateHandle<HTMLElement>(`${all(wanted)}[0]`);
    return found as ElementHandle<HTMLElement>;
  }
  const press = async (...strokes: string[]) => page.keyboard.press(strokes.map((key) => names[key] ?? key).join('+'));
  const click = async (wanted: Wanted) => (await find(wanted)).click();
  return {
    click,
    press,
    fill: async (wanted, text) => (await find(wanted)).fill(text),
    choose: async (wanted, value) => void (await (await find(wanted)).selectOption(value)),
    sees: async (wanted, timeout) => void (await find(wanted, timeout)),
    /** With Escape, one after the other; what is shown once, by its button. */
    async closeDialogs(): Promise<void> {
      await expect(async () => {
        if ((await count('button', '^I have stored it')) > 0)
          await click({ role: 'button', name: '^I have stored it' });
        else if ((await count('dialog')) > 0) await press(keys.escape);
        expect(await count('dialog')).toBe(0);
      }).toPass();
    },
  } satisfies Walker & { closeDialogs: () => Promise<void> };
}
