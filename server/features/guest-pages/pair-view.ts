// A pair of pictures on pages for guests: as its sharer looked at it, the older one laid over the newer one where that is known.
import { composeHomographies, type Homography } from '#contract/homography.ts';
import type { SharedView } from '#contract/share-links.ts';
import { type Html, html } from './html.ts';
import type { OpenLink } from './link.ts';
import { datedPhoto } from './media-parts.ts';
import type { SharedPair } from './shown-pictures.ts';

type Part = SharedView['part'];
const whole: Part = { x: 0.5, y: 0.5, zoom: 1 };

/** As pages move a photo (`transformOf` of the comparison): its point to the middle, so much larger than whole. */
function transformOf({ x, y, zoom }: Part): string {
  const percent = (at: number) => `${((0.5 - at) * zoom * 100).toFixed(3)}%`;
  return `transform:translate(${percent(x)},${percent(y)}) scale(${zoom.toFixed(4)})`;
}

/** Shares from the middle of a picture to shares from its corner. */
const fromMiddle: Homography = [1, 0, 0.5, 0, 1, 0.5, 0, 0, 1];

/**
 * From shares of the older picture to shares of the newer one's place, both counted from their middles: how large the two are drawn,
 * only the browser knows (script.ts). `part`: what of the newer one is in sight.
 */
export function warpOf(matrix: Homography, { x, y, zoom }: Part): number[] {
  const looking: Homography = [zoom, 0, -x * zoom, 0, zoom, -y * zoom, 0, 0, 1];
  const place = [fromMiddle, matrix, looking].reduce(composeHomographies);
  return place.map((value) => Number((value / (place[8] ?? 1)).toPrecision(9)));
}

/** Beside each other nothing lies over anything; a panorama has no matrix. */
function warpFor({ matrix }: SharedPair, view: SharedView | null): string | null {
  if (!matrix || view?.mode === 'side' || view?.aligned === false) return null;
  return warpOf(matrix, view?.part ?? whole).join(',');
}

/** Under a slider, with a script; as its sharer looked at it where that is known. */
export function pairOf(pair: SharedPair, link: OpenLink): Html {
  const { older, newer } = pair;
  const { view } = link;
  const isSphere = older.kind === 'tour360' && newer.kind === 'tour360';
  const look = isSphere ? 'sphere' : undefined;
  const warp = warpFor(pair, view);
  const laid = warp && html` data-warp="${warp}"`;
  if (view === null)
    return html`<div class="pair"${laid}>${datedPhoto(link, { ...older, look })}${datedPhoto(link, { ...newer, look, after: true })}</div>`;
  const { part, shift, mode, at } = view;
  const moved = { x: part.x + shift.x, y: part.y + shift.y, zoom: part.zoom * shift.zoom };
  return html`<div class="pair viewed" data-mode="${mode}" data-at="${at}"${laid}>${datedPhoto(link, { ...older, look, style: transformOf(part) })}${datedPhoto(
    link,
    { ...newer, look, after: true, style: transformOf(moved) },
  )}</div>`;
}
