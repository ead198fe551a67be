// A viewer of another host on one side; a tour stands under a cover until it has had time to draw itself.
import { ExternalLink } from 'lucide-react';
import { useMediaQuery } from '#web/lib/media-query.ts';
import { Cover, Embed, useCover } from '#web/media/embed.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type TourFrameProps = { url: string; title: string; tour: boolean; original: string | null };

/** Below 768 px a tour opens in a tab of its own (foundation §2). */
export function TourFrame({ url, title, tour, original }: TourFrameProps) {
  const isSmall = useMediaQuery('(width < 768px)');
  if (!tour || !isSmall) return <Framed key={url} url={url} title={title} tour={tour} original={original} />;
  return (
    <div className="grid size-full place-items-center bg-sunken p-4">
      <LinkButton href={url} external variant="primary" icon={ExternalLink}>
        Open tour in new tab
      </LinkButton>
    </div>
  );
}

function Framed({ url, title, tour, original }: TourFrameProps) {
  const [cover, onLoad] = useCover();
  const covered = tour && cover;
  return (
    <div className="relative size-full">
      <Embed src={url} title={title} onLoad={onLoad} />
      {covered && <Cover>Loading</Cover>}
      {original && !covered && (
        <LinkButton href={original} external size="sm" icon={ExternalLink} className="absolute right-2 bottom-2">
          View Original
        </LinkButton>
      )}
    </div>
  );
}
