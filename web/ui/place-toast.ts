// Where a toast stands: as near as can be to its usual place, over nothing that somebody may want to press.

export type Box = { left: number; top: number; right: number; bottom: number };
export type Place = { left: number; top: number };
type Size = { width: number; height: number };

const step = 8;
const gap = 4;

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The first place of the screen, beginning at `usual`, that covers none of `controls`. */
export function placeToast(
  toast: Size,
  screen: Size,
  { usual, controls }: { usual: Place; controls: readonly Box[] },
): Place | undefined {
  const isFree = ({ left, top }: Place) => {
    const box = { left: left - gap, top: top - gap, right: left + toast.width + gap, bottom: top + toast.height + gap };
    return !controls.some((control) => overlap(box, control));
  };
  const lefts = [usual.left, screen.width - toast.width - step, step].filter((left) => left >= 0);
  const rows = Math.max(0, Math.floor((screen.height - toast.height - step) / step));
  const tops = Array.from({ length: rows }, (_, row) => step * (row + 1));
  const away = (top: number) => Math.abs(top - usual.top);
  const fits = usual.top >= 0 && usual.top + toast.height <= screen.height;
  return [...(fits ? [usual.top] : []), ...tops.toSorted((a, b) => away(a) - away(b))]
    .flatMap((top) => lefts.map((left) => ({ left, top })))
    .find(isFree);
}
