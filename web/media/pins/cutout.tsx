// The picture around a place: as the server cut it out, or out of the whole picture before there is a concern.
import { Film, MapPin, Map as MapSign } from 'lucide-react';
import { useState } from 'react';
import type { Anchor, NewAnchor } from '#contract/disputes/anchors.ts';
import { type CutoutPlan, planCutout } from '#contract/disputes/anchors.ts';
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
function MarkOrBox({ mark, box }: Pick<CutoutPlan, 'mark' | 'box'>) {
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
function NoCutout({ kind }: { kind: NewAnchor['kind'] }) {
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
export function CutoutPicture({ anchor, alt = '' }: { anchor: Anchor; alt?: string }) {
  const { cutoutUrl, mark, kind, place } = anchor;
  const box = place.box && planCutout({ kind, ...place })?.box;
  if (cutoutUrl === null) return <NoCutout kind={kind} />;
  return (
    <span className="@container grid aspect-3/2 w-full place-items-center overflow-hidden bg-sunken">
      <span className="relative">
        <img src={cutoutUrl} alt={alt} loading="lazy" className="block max-h-[66.6cqw] max-w-[100cqw]" />
        {mark && <MarkOrBox mark={mark} {...(box && { box })} />}
      </span>
    </span>
  );
}

/** The same part that the server will cut out. */
export function PointedCutout({ anchor, picture }: Pick<Pointed, 'anchor' | 'picture'>) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const plan = planCutout(anchor, picture?.crop);
  if (!plan || !picture) return <NoCutout kind={anchor.kind} />;
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
