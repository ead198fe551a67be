// A side that has no partner to be linked with: each kind of media for itself, fetched when it is first shown.
import { ExternalLink, ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { Cover, Embed, useCover } from '#web/media/frame/embed.tsx';
import { unreadableMap } from '#web/media/frame/media-view.ts';
import { Unavailable, ViewOriginal } from '#web/media/frame/unavailable.tsx';
import type { SideName } from '#web/media/linked/linked-viewer.ts';
import type { Side, Viewable } from '#web/media/linked/sides.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { ErrorState } from '#web/ui/feedback/query-error.tsx';
import { LoadOnDemand } from './load-on-demand.tsx';
import { Loading } from './photo-layer.tsx';
import { SinglePhoto } from './photo-pair.tsx';
import { VideoFrame } from './video-pair.tsx';

const Panorama = lazyViewer(() => import('#web/media/panoramas/panorama-box.tsx'), 'PanoramaBox');
const Orthomosaic = lazyViewer(() => import('#web/media/maps/map.tsx'), 'Orthomosaic');

/** A viewer that is fetched when it is first compared. */
export function lazyViewer<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazySection(load, name, <Loading />);
}

const whole = 'size-full rounded-card';

type SingleViewerProps = { side: Side; name: SideName; full: boolean };

export function SingleViewer({ side, name, full }: SingleViewerProps) {
  const { kind, content, failure, title, label } = side;
  if (kind === undefined) return <EmptyState icon={ImageOff} title="No Media Available" />;
  if (failure) return <ErrorState message={failure.message} onRetry={failure.retry} retrying={failure.retrying} />;
  if (!content) return <Loading />;
  const key = 'url' in content ? content.url : content.is;
  const onDemand = (viewer: ReactNode) => (
    <LoadOnDemand key={key} of={[content]} label={title}>
      {viewer}
    </LoadOnDemand>
  );
  switch (content.is) {
    case 'photo':
      return <SinglePhoto item={content.item} title={title} label={label} side={name} full={full} />;
    case 'panorama':
      return onDemand(<Panorama key={content.item.id} item={content.item} title={title} className={whole} />);
    case 'map':
      return onDemand(<Orthomosaic key={content.item.id} item={content.item} title={title} className={whole} />);
    case 'video':
      return onDemand(<VideoFrame video={content} title={title} />);
    case 'embed':
      return <EmbeddedPage key={key} page={content} title={title} />;
    case 'unreadable':
      return <Unavailable title={unreadableMap} original={content.original} download bytes={content.bytes} />;
    case 'unavailable': {
      const { why, original } = content;
      const heading = original || why ? 'Preview unavailable' : 'No images found in this folder';
      return <Unavailable title={heading} note={why} original={original} />;
    }
  }
}

type EmbeddedPageProps = { page: Extract<Viewable, { is: 'embed' }>; title: string };

/** A tour stands under a cover until it has had time to draw itself; below 768 px it opens in a tab of its own (§6.11). */
function EmbeddedPage({ page, title }: EmbeddedPageProps) {
  const isSmall = useMediaQuery('(width < 768px)');
  if (!page.tour || !isSmall)
    return (
      <LoadOnDemand of={[page]} label={title}>
        <Frame page={page} title={title} />
      </LoadOnDemand>
    );
  return (
    <div className="grid size-full place-items-center bg-sunken p-4">
      <LinkButton href={page.url} external variant="primary" icon={ExternalLink}>
        Open tour in new tab
      </LinkButton>
    </div>
  );
}

function Frame({ page: { url, tour, original }, title }: EmbeddedPageProps) {
  const [cover, onLoad] = useCover();
  const covered = tour && cover;
  return (
    <div className="relative size-full">
      <Embed src={url} title={title} onLoad={onLoad} />
      {covered && <Cover>Loading</Cover>}
      {!covered && <ViewOriginal href={original} size="sm" className="absolute right-2 bottom-2" />}
    </div>
  );
}
