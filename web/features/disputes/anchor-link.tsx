// The place of a concern or an answer: its cut-out, which leads to the exact view.
import { Link } from 'wouter';
import { type Anchor, anchorAddress, anchorWords } from '#contract/anchors.ts';
import { planCutout } from '#contract/cutouts.ts';
import { MarkOrBox, NoCutout } from './cutout.tsx';

type AnchorLinkProps = {
  anchor: Anchor;
  /** What it is in its concern, for screen readers: 'Place of the concern'. */
  label: string;
  onFollow?: (() => void) | undefined;
};

export function AnchorLink({ anchor, label, onFollow }: AnchorLinkProps) {
  return (
    <Link
      href={anchorAddress(anchor)}
      onClick={onFollow}
      aria-label={`${label}: ${anchorWords(anchor)}`}
      className="picture-frame block w-48 max-w-full overflow-hidden rounded-control border border-line hover:border-line-strong"
    >
      <CutoutPicture anchor={anchor} />
      <span className="wrap-anywhere line-clamp-2 px-2 py-1 text-muted text-sm">{anchorWords(anchor)}</span>
    </Link>
  );
}

/** Within the shape that most cut-outs have, so that nothing moves when it comes; each in its own. */
export function CutoutPicture({ anchor: { cutoutUrl, mark, kind, place } }: { anchor: Anchor }) {
  const box = place.box && planCutout({ kind, ...place })?.box;
  if (cutoutUrl === null) return <NoCutout kind={kind} />;
  return (
    <span className="@container grid aspect-3/2 w-full place-items-center overflow-hidden bg-sunken">
      <span className="relative">
        <img src={cutoutUrl} alt="" loading="lazy" className="block max-h-[66.6cqw] max-w-[100cqw]" />
        {mark && <MarkOrBox mark={mark} {...(box && { box })} />}
      </span>
    </span>
  );
}
