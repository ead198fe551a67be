// Where a toast stands: as near as can be to its usual place, over nothing that somebody may want to press.
import { classNames } from '#web/lib/format/class-names.ts';
import type { ToastText } from '#web/lib/page/toast.ts';

export type Box = { left: number; top: number; right: number; bottom: number };
export type Place = { left: number; top: number };
type Size = { width: number; height: number };

const step = 8;
const gap = 4;

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** How many of `controls` it would cover there. */
function coveredAt({ left, top }: Place, { width, height }: Size, controls: readonly Box[]): number {
  const box = { left: left - gap, top: top - gap, right: left + width + gap, bottom: top + height + gap };
  return controls.filter((control) => overlap(box, control)).length;
}

/** All places of the screen, the nearest to the usual one first. */
function placesFrom(usual: Place, toast: Size, screen: Size): Place[] {
  const lefts = [usual.left, screen.width - toast.width - step, step].filter((left) => left >= 0);
  const rows = Math.max(0, Math.floor((screen.height - toast.height - step) / step));
  const tops = Array.from({ length: rows }, (_, row) => step * (row + 1));
  const away = (top: number) => Math.abs(top - usual.top);
  const fits = usual.top >= 0 && usual.top + toast.height <= screen.height;
  return [...(fits ? [usual.top] : []), ...tops.toSorted((a, b) => away(a) - away(b))].flatMap((top) =>
    lefts.map((left) => ({ left, top })),
  );
}

/** The first place of the screen, beginning at `usual`, that covers none of `controls`. */
export function placeToast(
  toast: Size,
  screen: Size,
  { usual, controls }: { usual: Place; controls: readonly Box[] },
): Place | undefined {
  return placesFrom(usual, toast, screen).find((place) => coveredAt(place, toast, controls) === 0);
}

/** Where there is none: over as few as can be of those that scroll away with their page, and over none that stays. */
export function placeOver(
  toast: Size,
  screen: Size,
  { usual, staying, scrolling }: { usual: Place; staying: readonly Box[]; scrolling: readonly Box[] },
): Place | undefined {
  return placesFrom(usual, toast, screen)
    .filter((place) => coveredAt(place, toast, staying) === 0)
    .map((place) => ({ place, covered: coveredAt(place, toast, scrolling) }))
    .toSorted((one, other) => one.covered - other.covered)[0]?.place;
}

// The classes of a toast.
export function toastVariants(variant: ToastText['variant']) {
  const destructive = variant === 'destructive';
  return {
    viewport:
      // Where the bar is, at the top; else beside the sidebar, whose foot leads out, and left of the buttons of dialogs.
      'pointer-events-none fixed top-[env(safe-area-inset-top)] left-0 z-60 flex w-full flex-col p-2 outline-none sm:max-w-[26rem] md:top-auto md:bottom-0 md:left-16 md:p-4 lg:left-64 data-strip:inset-x-0 data-strip:top-0 data-strip:bottom-auto data-strip:max-w-none data-strip:p-0',
    box: classNames(
      'pointer-events-auto flex items-start gap-3 rounded-card p-4 shadow-raised group-data-strip/toast:rounded-none group-data-strip/toast:pt-[max(0.5rem,env(safe-area-inset-top))] group-data-strip/toast:pb-2',
      destructive ? 'bg-danger text-white' : 'bg-raised text-ink',
    ),
    description: classNames('mt-0.5 group-data-strip/toast:mt-0', destructive ? 'text-white' : 'text-muted'),
    close: classNames(
      'touch-target -mt-1 -mr-1 grid size-7 place-items-center rounded-control pointer-coarse:-mt-3 pointer-coarse:-mr-3',
      destructive ? 'text-white hover:bg-danger-hover' : 'text-muted hover:bg-sunken hover:text-ink',
    ),
  };
}
