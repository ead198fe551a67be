// A viewer of another host in a frame; a tour stands under a cover until it has had time to draw itself.
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMediaQuery } from '#web/lib/media-query.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Foundation §9. */
const coverDelay = 1500;
const may =
  'accelerometer; autoplay; clipboard-write; encrypted-media; fullscreen; gyroscope; magnetometer; picture-in-picture; web-share; xr-spatial-tracking';
const box =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';

export const frameLook = {
  allow: may,
  sandbox: box,
  referrerPolicy: 'strict-origin-when-cross-origin',
  className: 'size-full border-0 bg-black',
} as const;

type TourFrameProps = { url: string; title: string; tour: boolean; original: string | null };

/** Below 768 px a tour opens in a tab of its own (foundation §2). */
export function TourFrame({ url, title, tour, original }: TourFrameProps) {
  const isSmall = useMediaQuery('(width < 768px)');
  const [covered, onLoad] = useCover(tour, url);
  if (tour && isSmall)
    return (
      <div className="grid size-full place-items-center bg-sunken p-4">
        <LinkButton href={url} external variant="primary" icon={ExternalLink}>
          Open tour in new tab
        </LinkButton>
      </div>
    );
  return (
    <div className="relative size-full bg-black">
      <iframe {...frameLook} src={url} title={title} onLoad={onLoad} />
      {covered && (
        <p role="status" className="absolute inset-0 grid place-items-center bg-black text-white">
          Loading
        </p>
      )}
      {original && !covered && (
        <LinkButton href={original} external size="sm" icon={ExternalLink} className="absolute right-2 bottom-2">
          View Original
        </LinkButton>
      )}
    </div>
  );
}

/** A frame that its host refuses fires its load as well: the cover clears either way, and the way to the original stands there. */
function useCover(tour: boolean, url: string) {
  const [loaded, setLoaded] = useState<string>();
  const [cleared, setCleared] = useState<string>();
  useEffect(() => {
    if (loaded !== url) return;
    const timer = setTimeout(() => setCleared(url), coverDelay);
    return () => clearTimeout(timer);
  }, [loaded, url]);
  return [tour && cleared !== url, () => setLoaded(url)] as const;
}
