// A pair of pictures on pages for guests: as its sharer viewed it, the older one overlaid on the newer one where the alignment is known.
import type { CSSProperties } from 'react';
import { composeHomographies, type Homography } from '#contract/geometry/homography.ts';
import type { SharedView } from '#contract/sharing/endpoints.ts';
import type { DatedPicture, GuestPair } from '#contract/sharing/guest-pages.ts';
import { Divided } from '#web/media/shown/divided.tsx';
import { DatedPhoto } from './media.tsx';

type Part = SharedView['part'];
const whole: Part = { x: 0.5, y: 0.5, zoom: 1 };
const usual: SharedView = { part: whole, shift: { x: 0, y: 0, zoom: 1 }, mode: 'swipe', at: 50 };

/** A frame has the newer picture's aspect ratio, within these limits. */
const ratios = { min: 0.6, usual: 1.5, max: 2 };

function frameRatio({ newer, older }: GuestPair): number {
  const ratio = newer.ratio ?? older.ratio ?? ratios.usual;
  return Math.min(ratios.max, Math.max(ratios.min, ratio));
}

type Frame = { ratio: number; picture: number | null };

/**
 * As pages move a photo (`transformOf` of the comparison): its point to the middle, at this zoom. Percentages are those of the frame, which
 * a picture of another shape does not fill.
 */
function transformOf({ x, y, zoom }: Part, { ratio, picture }: Frame): string {
  const shape = (picture ?? ratio) / ratio;
  const percent = (at: number, share: number) => `${((0.5 - at) * zoom * share * 100).toFixed(3)}%`;
  const [across, down] = [percent(x, Math.min(1, shape)), percent(y, Math.min(1, 1 / shape))];
  return `translate(${across},${down}) scale(${zoom.toFixed(4)})`;
}

/** Shares from the middle of a picture to shares from its corner. */
const fromMiddle: Homography = [1, 0, 0.5, 0, 1, 0.5, 0, 0, 1];

/**
 * From shares of the older picture to shares of the newer one's place, both counted from their middles: only the browser knows how large
 * the two are drawn (client/compare.ts). `part`: the visible part of the newer one.
 */
export function warpOf(matrix: Homography, { x, y, zoom }: Part): number[] {
  const looking: Homography = [zoom, 0, -x * zoom, 0, zoom, -y * zoom, 0, 0, 1];
  const place = [fromMiddle, matrix, looking].reduce(composeHomographies);
  return place.map((value) => Number((value / (place[8] ?? 1)).toPrecision(9)));
}

/** A panorama has no matrix. */
function warpFor({ matrix }: GuestPair, view: SharedView | null): string | undefined {
  if (!matrix || view?.aligned === false) return undefined;
  return warpOf(matrix, view?.part ?? whole).join(',');
}

type PairProps = { pair: GuestPair; view: SharedView | null; first: boolean };

/** Under a slider, with a script; as its sharer viewed it, if that is known. */
export function Pair({ pair, view, first }: PairProps) {
  const { older, newer } = pair;
  const { part, shift, mode, at } = view ?? usual;
  const ratio = frameRatio(pair);
  const moved = { x: part.x + shift.x, y: part.y + shift.y, zoom: part.zoom * shift.zoom };
  const transform = (of: Part, picture: DatedPicture) =>
    view ? transformOf(of, { ratio, picture: picture.ratio }) : null;
  const pictures = (
    <>
      <DatedPhoto picture={older} transform={transform(part, older)} first={first} />
      <DatedPhoto picture={newer} transform={transform(moved, newer)} first={first} after />
    </>
  );
  if (mode === 'side')
    return (
      <div className="pair" style={{ '--ratio': ratio.toFixed(4) } as CSSProperties} data-mode={mode}>
        {pictures}
      </div>
    );
  const label = `How much of the ${mode === 'fade' ? 'newer' : 'older'} picture is shown`;
  return (
    <Divided mode={mode} ratio={ratio} at={at} label={label} warp={warpFor(pair, view)}>
      {pictures}
    </Divided>
  );
}
