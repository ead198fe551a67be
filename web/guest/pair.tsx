// A pair of pictures on pages for guests: as its sharer viewed it, the older one overlaid on the newer one where the alignment is known.
import type { CSSProperties } from 'react';
import type { SharedView } from '#contract/sharing/endpoints.ts';
import type { DatedPicture, GuestPair } from '#contract/sharing/guest-pages.ts';
import { warpOf, whole } from '#web/media/shown/aligned.ts';
import { Divided, ratioOfPair } from '#web/media/shown/divided.tsx';
import { DatedPhoto } from './media.tsx';

type Part = SharedView['part'];
const usual: SharedView = { part: whole, shift: { x: 0, y: 0, zoom: 1 }, mode: 'swipe', at: 50 };

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
  const ratio = ratioOfPair(pair);
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
