// The pictures that were flagged when a session was sent back: small, with what was noted and what was answered.
import type { ReactNode } from 'react';
import { imagesAtSizes } from '#contract/image-srcset.ts';
import type { FlaggedPicture } from '#contract/rejection.ts';
import { mediaLabels } from '#web/media/media-view.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Picture } from '#web/ui/picture.tsx';

const stateLabels = { there: null, unknown: null, replaced: 'Replaced since', gone: 'No longer there' };

type FlaggedPicturesProps = {
  flags: readonly FlaggedPicture[];
  /** Below each of them: its answer, or the field for it. */
  children: (flag: FlaggedPicture) => ReactNode;
};

export function FlaggedPictures({ flags, children }: FlaggedPicturesProps) {
  return (
    <ul className="grid gap-3" aria-label="Flagged pictures">
      {flags.map((flag) => (
        <li key={flag.id} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
          <Picture
            alt=""
            small={flag.thumbnailUrl?.replace('/s400?', '/s220?')}
            srcSet={
              flag.thumbnailUrl ? imagesAtSizes({ thumbnailUrl: flag.thumbnailUrl }, ['s220', 's400']) : undefined
            }
            sizes="96px"
            ratio="3/2"
            className="rounded-control"
          />
          <div className="grid min-w-0 content-start gap-1">
            <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 text-sm">
              <span className="font-medium">{flag.name}</span>
              <span className="text-muted">{mediaLabels[flag.mediaKind]}</span>
              {stateLabels[flag.state] && <Badge>{stateLabels[flag.state]}</Badge>}
            </p>
            {flag.note && <p className="wrap-anywhere">{flag.note}</p>}
            {children(flag)}
          </div>
        </li>
      ))}
    </ul>
  );
}
