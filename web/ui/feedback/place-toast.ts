// Where a toast stands: as near as can be to its usual place, over nothing that somebody may want to press.

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
