// A page in Firefox or WebKit: what is in it is found by role and name, clicked and typed into as a person does.
import { expect } from '@playwright/test';
import { demoPassword } from '#e2e/fixtures.ts';
import { findCramped, findUnreachable } from '#e2e/reach.ts';
import type { Driver, ElementRef } from './driver.ts';
import { allOf, type Wanted } from './in-page.ts';

/** As WebDriver calls them. */
export const keys = { escape: '\uE00C', enter: '\uE007', right: '\uE014', down: '\uE015', control: '\uE009' };

const patience = { timeout: 30_000, intervals: [50, 100, 200, 300] };

export type OtherPage = ReturnType<typeof openPage>;

export function openPage({ send }: Driver, url: () => string) {
  /** Runs a function that stands alone inside the page; promises are waited for. */
  async function run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args) {
    const script = `const done = arguments[arguments.length - 1];
      const args = [...arguments].slice(0, -1);
      const allOf = ${allOf.toString()};
      new Promise((resolve) => resolve((${work.toString()})(...args)))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await send('execute', { script, args })) as { value?: unknown; error?: string };
    if (answer.error) throw new Error(answer.error);
    return answer.value as Awaited<Result>;
  }

  const count = (wanted: Wanted) => run((each: Wanted) => allOf(each).length, wanted);

  /** Waits until one is there, and gives the first. */
  async function find(wanted: Wanted, timeout = patience.timeout): Promise<ElementRef> {
    let found: ElementRef | undefined;
    await expect(async () => {
      found = (await run((each: Wanted) => allOf(each)[0] as unknown, wanted)) as ElementRef | undefined;
      expect(found, `${JSON.stringify(wanted)} at ${await address()}`).toBeTruthy();
    }).toPass({ ...patience, timeout });
    return found as ElementRef;
  }

  const address = () => run(() => location.pathname + location.search);

  /** Rendered, hydrated, and nothing more is being loaded. */
  async function settle(): Promise<void> {
    await expect
      .poll(
        () =>
          run(
            () =>
              document.readyState === 'complete' &&
              document.querySelectorAll(
                '#root[data-waiting], main [aria-busy="true"], [role="dialog"] [aria-busy="true"]',
              ).length,
          ),
        patience,
      )
      .toBe(0);
  }

  /** The window says its new width before the page is laid out and scrolled for it; both is done when the second frame begins. */
  const drawn = () =>
    run(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

  async function goto(path: string): Promise<void> {
    await send('navigate', { url: url() + path });
    await settle();
  }

  /** Again while something moves: the browsers refuse to click what lies under something else, such as the bar at the top. */
  async function click(wanted: Wanted): Promise<void> {
    await expect(async () => {
      const found = await find(wanted);
      await send('click', {}, found).catch(async (error) => {
        await run((each: Wanted) => allOf(each)[0]?.scrollIntoView({ block: 'center', behavior: 'instant' }), wanted);
        throw error;
      });
    }).toPass(patience);
  }

  async function press(...keys: string[]): Promise<void> {
    const strokes = [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await send('actions', { actions: [{ type: 'key', id: 'keys', actions: strokes }] });
  }

  return {
    run,
    count,
    find,
    settle,
    goto,
    click,
    press,
    address,
    async size(width: number, height = 900): Promise<void> {
      await send('setRect', { x: 0, y: 0, width, height });
      await expect.poll(() => run(() => innerWidth), patience).toBe(width);
      await drawn();
    },
    /** Into whatever has the focus. */
    async type(text: string): Promise<void> {
      await send('sendKeys', { text }, await find({ css: ':focus' }));
    },
    async fill(wanted: Wanted, text: string): Promise<void> {
      const field = await find(wanted);
      await run((each: Wanted) => (allOf(each)[0] as HTMLInputElement).select(), wanted);
      await send('sendKeys', { text }, field);
    },
    /** Chooses a file of this machine. */
    async attach(wanted: Wanted, file: string): Promise<void> {
      await send('sendKeys', { text: file }, await find({ ...wanted, hidden: true }));
    },
    async sees(wanted: Wanted, timeout?: number): Promise<void> {
      await find(wanted, timeout);
    },
    /** In a list that is the browser's own. */
    async choose(wanted: Wanted, value: string): Promise<void> {
      await find(wanted);
      await run(
        (each: Wanted, to: string) => {
          const field = allOf(each)[0] as HTMLSelectElement;
          field.value = to;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        wanted,
        value,
      );
    },
    /** With Escape, one after the other; what is shown once, by its button. */
    async closeDialogs(): Promise<void> {
      const open = () => run((dialog: Wanted) => allOf(dialog).map((each) => each.textContent), { role: 'dialog' });
      await expect(async () => {
        // Not `click`: it would wait for the button of a dialog that is just closing.
        const kept = await run((button: Wanted) => allOf(button)[0] as unknown, {
          role: 'button',
          name: '^I have stored it',
        });
        if (kept) await send('click', {}, kept as ElementRef);
        else if ((await count({ role: 'dialog' })) > 0) await press(keys.escape);
        expect(await open(), `what stays open at ${await address()}`).toEqual([]);
      }).toPass(patience);
    },
    /** `null`: nobody. */
    async logIn(username: string | null): Promise<void> {
      await send('clearCookies', {});
      await goto('/login');
      if (username === null) return;
      const status = await run(
        (body: string) =>
          fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
            (response) => response.status,
          ),
        JSON.stringify({ username, password: demoPassword }),
      );
      expect(status, `login of ${username}`).toBe(200);
    },
    /** What cannot be seen whole or hit in these parts of the page, and dialogs that are lower than they need be. */
    faults: async (within: string) => [...(await run(findUnreachable, within)), ...(await run(findCramped))],
  };
}
