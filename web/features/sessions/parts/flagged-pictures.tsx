// The pictures that were flagged when a session was sent back: small, with what was noted and what was answered.
import type { ReactNode } from 'react';
import { imageAtSize, imagesAtSizes } from '#contract/media/endpoints.ts';
import type { FlaggedPicture } from '#contract/sessions/rejection.ts';
import { mediaLabels } from '#web/media/frame/media-view.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { BeforeAndNow } from './change-list.tsx';

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
        <li key={flag.id} className="flex flex-wrap gap-3">
          <FlagPictures flag={flag} />
          <div className="grid min-w-0 flex-1 basis-32 content-start gap-1">
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

/** A replaced one stands beside the one that was flagged. */
function FlagPictures({ flag }: { flag: FlaggedPicture }) {
  const { name, thumbnailUrl, formerUrl } = flag;
  const small = thumbnailUrl && imageAtSize(flag, 's220');
  if (formerUrl && small)
    return (
      <div className="w-50">
        <BeforeAndNow name={name} before={formerUrl} now={small} />
      </div>
    );
  return (
    <div className="w-24">
      <Picture
        alt=""
        small={small}
        srcSet={small ? imagesAtSizes(flag, ['s220', 's400']) : undefined}
        sizes="96px"
        ratio="3/2"
        className="rounded-control"
      />
    </div>
  );
}
