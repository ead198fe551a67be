// Two fingers on a page, by the browser's own input events.
import type { Page } from '@playwright/test';

type Point = { x: number; y: number };

/** Spreads two fingers about this point, or brings them together: from so many pixels apart to so many. */
export async function pinch(page: Page, at: Point, { from, to }: { from: number; to: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) => {
    const half = (apart ?? 0) / 2;
    const touchPoints =
      apart === null
        ? []
        : [
            { x: at.x - half, y: at.y, id: 1 },
            { x: at.x + half, y: at.y, id: 2 },
          ];
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const steps = 8;
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step++) await touch('touchMove', from + ((to - from) * step) / steps);
  await touch('touchEnd', null);
  await devtools.detach();
}

/** Two taps in one turn of the page: sent one by one they come too far apart on a busy machine. */
export async function doubleTap(page: Page, { x, y }: Point): Promise<void> {
  await page.evaluate(
    (at) => {
      const target = document.elementFromPoint(at.x, at.y);
      const facts = { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, detail: 1 };
      for (const type of ['pointerdown', 'pointerup', 'click', 'pointerdown', 'pointerup', 'click'])
        target?.dispatchEvent(
          new PointerEvent(type, { ...facts, pointerType: 'touch', isPrimary: true, pointerId: 9 }),
        );
    },
    { x, y },
  );
}
