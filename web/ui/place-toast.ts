// Where a toast stands: as near as can be to its usual place, over nothing that somebody may want to press.

export type Box = { left: number; top: number; right: number; bottom: number };
export type Place = { left: number; top: number };
type Size = { width: number; height: number };

const step = 8;
const gap = 4;

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The first place of the screen, beginning at `usual`, that covers none of `controls`; where there is none, the one that covers least. */
export function placeToast(
  toast: Size,
  screen: Size,
  { usual, controls }: { usual: Place; controls: readonly Box[] },
): Place {
  const covered = ({ left, top }: Place) => {
    const box = { left: left - gap, top: top - gap, right: left + toast.width + gap, bottom: top + toast.height + gap };
    return controls.reduce((sum, control) => sum + overlap(box, control), 0);
  };
  const lefts = [usual.left, screen.width - toast.width - step, step].filter((left) => left >= 0);
  const rows = Math.max(0, Math.floor((screen.height - toast.height - step) / step));
  const tops = Array.from({ length: rows }, (_, row) => step * (row + 1));
  const away = (top: number) => Math.abs(top - usual.top);
  const places = [usual.top, ...tops.toSorted((a, b) => away(a) - away(b))].flatMap((top) =>
    lefts.map((left) => ({ left, top })),
  );
  let best = usual;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const area = covered(place);
    if (area === 0) return place;
    if (area < least) [best, least] = [place, area];
  }
  return best;
}
