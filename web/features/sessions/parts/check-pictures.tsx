// The pictures that a check is about, small; each opens in the session's viewer, in a tab of its own so that a review stays as it is.
import type { Check } from '#contract/sessions/checks.ts';
import { Picture } from '#web/ui/display/picture.tsx';

/** More are named in number. */
const mostShown = 12;

type CheckPicturesProps = { pictures: Check['pictures']; sessionId: number };

export function CheckPictures({ pictures, sessionId }: CheckPicturesProps) {
  if (pictures.length === 0) return null;
  const more = pictures.length - mostShown;
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {pictures.slice(0, mostShown).map(({ mediaKind, item, name, thumbnailUrl }) => (
        <li key={`${mediaKind} ${item}`}>
          <a
            href={`/sessions/${sessionId}?tab=${mediaKind}&item=${encodeURIComponent(item)}`}
            target="_blank"
            rel="noopener"
            title={name}
            className="block w-20 overflow-hidden rounded-control"
          >
            <Picture alt={`${name}, opens in a new tab`} small={thumbnailUrl} srcSet={undefined} ratio="4/3" />
          </a>
        </li>
      ))}
      {more > 0 && <li className="text-muted text-sm">{more} more</li>}
    </ul>
  );
}
