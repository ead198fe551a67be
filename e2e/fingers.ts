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
