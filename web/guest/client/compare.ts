// Pairs of pictures on pages for guests: a slider, and zooming both together.
import { align } from '#web/media/shown/aligned.ts';
import { followSlider, placeDivider, shareAcross } from '#web/media/shown/divider.ts';
import { make } from './elements.ts';
import { sharpen } from './sharpen.ts';
import { zoomable } from './zoomable.ts';

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
  if (pair.dataset.warp) align(images, pair.dataset.warp.split(',').map(Number));
}
