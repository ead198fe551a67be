// The crop around a place: the server's, or from the whole picture before there is a concern.
import { Film, MapPin, Map as MapSign } from 'lucide-react';
import { useState } from 'react';
import type { Anchor, NewAnchor } from '#contract/disputes/anchors.ts';
import { type CropPlan, planCrop } from '#contract/disputes/anchors.ts';
import type { Pointed } from '#web/media/frame/pinning.ts';

/** The tip of the drop is the place. */
function Mark({ x, y }: { x: number; y: number }) {
  return (
    <MapPin
      aria-hidden="true"
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      className="absolute size-7 -translate-x-1/2 -translate-y-full fill-pin-open text-white drop-shadow-md"
    />
  );
}

/** The area that was drawn, or the place. */
function MarkOrBox({ mark, box }: Pick<CropPlan, 'mark' | 'box'>) {
  if (!box) return <Mark {...mark} />;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <span
      aria-hidden="true"
      data-box=""
      style={{
        left: percent(box.left),
        top: percent(box.top),
        width: percent(box.width),
        height: percent(box.height),
      }}
      className="absolute rounded-xs border-2 border-pin-open outline-2 outline-white/80"
    />
  );
}

/** Where there is no picture: a sign of what it is in. */
function NoCrop({ kind }: { kind: NewAnchor['kind'] }) {
  const Icon = kind === 'film' ? Film : MapSign;
  return (
    <span className="grid aspect-3/2 w-full place-items-center bg-sunken text-faint">
      <Icon aria-hidden="true" className="size-6" />
    </span>
  );
}

/**
 * Within the shape that most crops have, so that nothing moves when it loads; each keeps its own. `alt`: empty if text beside it says it.
 */
export function CropPicture({ anchor, alt = '' }: { anchor: Anchor; alt?: string }) {
  const { cropUrl, mark, kind, place } = anchor;
  const box = place.box && planCrop({ kind, ...place })?.box;
  // A response that was cached before crops had this name lacks it.
  if (!cropUrl) return <NoCrop kind={kind} />;
  return (
    <span className="@container grid aspect-3/2 w-full place-items-center overflow-hidden bg-sunken">
      <span className="relative">
        <img src={cropUrl} alt={alt} loading="lazy" className="block max-h-[66.6cqw] max-w-[100cqw]" />
        {mark && <MarkOrBox mark={mark} {...(box && { box })} />}
      </span>
    </span>
  );
}

/** The same part as the server's crop will show. */
export function PointedCrop({ anchor, picture }: Pick<Pointed, 'anchor' | 'picture'>) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const plan = planCrop(anchor, picture?.crop);
  if (!plan || !picture) return <NoCrop kind={anchor.kind} />;
  const { region, mark, box } = plan;
  const ratio = size ? (size.width * region.width) / (size.height * region.height) : 3 / 2;
  return (
    <span className="relative block w-full overflow-hidden bg-sunken" style={{ aspectRatio: ratio }}>
      <img
        src={picture.src}
        alt="What is around the place"
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        className="absolute max-w-none"
        style={{
          width: `${100 / region.width}%`,
          height: `${100 / region.height}%`,
          left: `${(-region.left / region.width) * 100}%`,
          top: `${(-region.top / region.height) * 100}%`,
        }}
      />
      <MarkOrBox mark={mark} {...(box && { box })} />
    </span>
  );
}
