// Pairs of pictures on pages for guests: a slider, zooming both together, and the older one overlaid on the newer one.
import { followSlider, placeDivider, shareAcross } from '#web/media/shown/divider.ts';
import { make } from './elements.ts';
import { sharpen } from './sharpen.ts';
import { zoomable } from './zoomable.ts';

/** Width and height of what is drawn: a picture fills its frame in one direction alone. */
function sizeOf({ offsetWidth, offsetHeight, naturalWidth, naturalHeight }: HTMLImageElement): [number, number] {
  const scale = Math.min(offsetWidth / naturalWidth, offsetHeight / naturalHeight);
  return [naturalWidth * scale, naturalHeight * scale];
}

/** Draws the older picture where the newer one shows the same. `warp`: from shares to shares, from the middles (pair.tsx). */
function align([older, newer]: readonly HTMLImageElement[], warp: string): void {
  if (!older || !newer) return;
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = warp.split(',').map(Number);
  function place(): void {
    if (!older?.naturalWidth || !newer?.naturalWidth) return;
    const [w, t] = sizeOf(older);
    const [W, T] = sizeOf(newer);
    const across = [(a * W) / w, (d * T) / w, 0, g / w];
    const down = [(b * W) / t, (e * T) / t, 0, h / t];
    older.style.transform = `matrix3d(${[...across, ...down, 0, 0, 1, 0, c * W, f * T, 0, 1].join()})`;
  }
  const sizes = new ResizeObserver(place);
  for (const one of [older, newer]) {
    one.addEventListener('load', place);
    sizes.observe(one);
  }
}

/** Both pictures move together; what is in sight of each stays with its own image. */
export function compare(pair: HTMLElement, cancelOpening: () => void): void {
  const slider = pair.querySelector('input');
  const images = [...pair.querySelectorAll('img')];
  const areas = [...pair.querySelectorAll<HTMLElement>('.photo')];
  const layers = areas.map((area) => {
    const layer = make('span', { className: 'layer' }, ...area.childNodes);
    area.append(layer);
    return layer;
  });
  const placeOf = (event: MouseEvent) => shareAcross(event, areas[0] ?? pair);
  const slide = (event: MouseEvent) => placeDivider(pair, placeOf(event));
  followSlider(pair);
  const isHandle = (event: MouseEvent) =>
    pair.dataset.mode === 'swipe' && Math.abs(placeOf(event) - Number(slider?.value)) < 6;
  function zoomed(): void {
    for (const one of images) void sharpen(one, one.closest('a')?.getAttribute('href') ?? '');
  }
  const sliding = slider ? { slide, isHandle } : {};
  const { onKey } = zoomable(pair, layers, { ...sliding, zoomed, double: cancelOpening });
  pair.addEventListener('keydown', (event) => event.target !== slider && onKey(event));
  if (pair.dataset.warp) align(images, pair.dataset.warp);
}
