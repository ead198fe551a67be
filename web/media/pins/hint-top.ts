// Where a hint about a picture is out of its way.
const gap = 8;

/** Below the picture where the window has room for it, else above, else over its lower edge. */
export function hintTop(
  { top, bottom }: { top: number; bottom: number },
  height: number,
  windowHeight: number,
): number {
  if (bottom + gap + height <= windowHeight) return bottom + gap;
  if (top - gap - height >= 0) return top - gap - height;
  return windowHeight - height - gap;
}
