// The place of a concern or an answer: its cut-out, which leads to the exact view.
import { Link } from 'wouter';
import { type Anchor, anchorAddress, anchorWords } from '#contract/disputes/anchors.ts';
import { CutoutPicture } from '#web/media/pins/cutout.tsx';
import { useIsGone } from '#web/media/pins/gone.ts';

type AnchorLinkProps = {
  anchor: Anchor;
  /** What it is in its concern, for screen readers: 'Place of the concern'. */
  label: string;
  onFollow?: (() => void) | undefined;
  /** Looks whether its file is still there, and says so where it is not. */
  looks?: boolean | undefined;
};

export function AnchorLink({ anchor, label, onFollow, looks = false }: AnchorLinkProps) {
  const isGone = useIsGone(anchor, { enabled: looks });
  const words = isGone ? `${anchorWords(anchor)}, no longer here` : anchorWords(anchor);
  return (
    <Link
      href={anchorAddress(anchor)}
      onClick={onFollow}
      aria-label={`${label}: ${words}`}
      className="picture-frame block w-48 max-w-full overflow-hidden rounded-control border border-line hover:border-line-strong"
    >
      <CutoutPicture anchor={anchor} />
      <span className="wrap-anywhere line-clamp-2 px-2 py-1 text-muted text-sm">{words}</span>
    </Link>
  );
}
