// The media of a session, one tab per kind; what a tab shows depends on what its link is.
import { ExternalLink, ImageOff } from 'lucide-react';
import { type Media, type MediaKind, mediaKinds, sessionMedia } from '#contract/media.ts';
import { useApi } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Album } from './album.tsx';
import { Frame } from './frame.tsx';

export const mediaLabels: Record<MediaKind, string> = {
  drone: 'Drone Photos',
  indoor: 'Indoor',
  videos: 'Videos',
  tour360: '360 Tour',
  orthomosaic: 'Orthomosaic',
};

/** Words of the empty states (foundation §2, media viewing rules). */
const missing: Record<MediaKind, string> = {
  drone: 'No drone photos available',
  indoor: 'No indoor photos available',
  videos: 'No videos available',
  tour360: 'No 360 tour available',
  orthomosaic: 'No orthomosaic available',
};

type ViewerProps = {
  sessionId: number;
  /** Named in the pictures' descriptions: project, site, date. */
  title: string;
  kind: MediaKind;
  onKindChange: (kind: MediaKind) => void;
};

export function MediaViewer({ sessionId, title, kind, onKindChange }: ViewerProps) {
  return (
    <Tabs
      label="Media"
      value={kind}
      onValueChange={(value) => onKindChange(value as MediaKind)}
      tabs={mediaKinds.map((value) => ({ value, label: mediaLabels[value] }))}
    >
      {mediaKinds.map((value) => (
        <TabPanel key={value} value={value}>
          {value === kind && <Tab sessionId={sessionId} title={title} kind={value} />}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Tab({ sessionId, title, kind }: { sessionId: number; title: string; kind: MediaKind }) {
  const found = useApi(sessionMedia, { params: { id: sessionId, kind } });
  if (found.isPending) return <Waiting />;
  if (!found.data)
    return <Failure message={sentenceOf(found.error)} onRetry={() => found.refetch()} retrying={found.isFetching} />;
  return <Shown media={found.data} title={title} kind={kind} />;
}

function Waiting() {
  return (
    <div className="grid grid-cols-2 gap-2 lg:grid-cols-3" aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((place) => (
        <Skeleton key={place} className="aspect-3/2 rounded-control" />
      ))}
    </div>
  );
}

function Shown({ media, title, kind }: { media: Media; title: string; kind: MediaKind }) {
  const pictures = media.items.filter((item) => item.imageUrl !== null);
  if (pictures.length > 0) return <Album items={pictures} title={`${title}, ${mediaLabels[kind]}`} />;
  if (media.embedUrl && media.kind !== 'image') return <Frame media={media} title={`${title}, ${mediaLabels[kind]}`} />;
  if (!media.originalUrl)
    return <Empty icon={ImageOff} title={media.kind === 'folder' ? 'No images found in this folder' : missing[kind]} />;
  return (
    <Empty
      icon={ImageOff}
      title="Preview unavailable"
      action={
        <LinkButton href={media.originalUrl} external icon={ExternalLink}>
          View Original
        </LinkButton>
      }
    >
      {media.problem ?? 'This kind of link opens where it lies.'}
    </Empty>
  );
}
