// A side that has no partner to be shown together with: each kind of media for itself.
import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { unreadableMap } from '#web/media/media-view.ts';
import { Unavailable } from '#web/media/unavailable.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { createLinkedViewport } from './linked-viewport.ts';
import { Loading } from './loading.tsx';
import { EmptySide } from './lone-space.tsx';
import type { SideName } from './modes.ts';
import { PanZoom } from './pan-zoom.tsx';
import { PictureLayer, type Shape } from './picture-layer.tsx';
import { SideLabel } from './side-label.tsx';
import type { Side } from './sides.ts';
import { TourFrame } from './tour-frame.tsx';
import { LoadOnDemand, VideoFrame } from './video-frame.tsx';
import type { Viewable } from './viewable.ts';
import { initialViewport, noOffset } from './viewport.ts';

type LoneFaceProps = { side: Side; name: SideName; full: boolean; onShown: (image: HTMLImageElement | null) => void };

export function SingleViewer({ side, name, full, onShown }: LoneFaceProps) {
  const { kind, face, failure, title, label } = side;
  if (kind === undefined) return <EmptyState icon={ImageOff} title="No Media Available" />;
  if (failure) return <ErrorState message={failure.message} onRetry={failure.retry} retrying={failure.retrying} />;
  if (!face) return <Loading />;
  return <Known face={face} title={title} label={label} name={name} full={full} onShown={onShown} />;
}

type KnownProps = Omit<LoneFaceProps, 'side'> & { face: Viewable; title: string; label: string };

function Known({ face, title, label, name, full, onShown }: KnownProps) {
  if (face.is === 'film')
    return (
      <LoadOnDemand key={face.url} films={[face]} word={title}>
        <VideoFrame film={face} title={title} />
      </LoadOnDemand>
    );
  if (face.is === 'frame') return <TourFrame {...face} title={title} />;
  if (face.is === 'unread') return <Unavailable title={unreadableMap} original={face.original} download />;
  if (face.is === 'unavailable') {
    const { why, original } = face;
    const words = original || why ? 'Preview unavailable' : 'No images found in this folder';
    return <Unavailable title={words} note={why} original={original} />;
  }
  if (face.is !== 'picture') return <EmptySide key={face.item.id} is={face.is} item={face.item} title={title} />;
  return <LonePicture item={face.item} title={title} label={label} name={name} full={full} onShown={onShown} />;
}

function LonePicture({ item, title, label, name, full, onShown }: Omit<KnownProps, 'face'> & { item: MediaItem }) {
  const [views] = useState(() => createLinkedViewport({ left: initialViewport, shift: noOffset }));
  const [shape, setShape] = useState<Shape>();
  const { id, name: file } = item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is looked at whole.
  useEffect(() => views.zoomBy('reset'), [views, id]);
  const shown = useCallback((image: HTMLImageElement | null) => onShown(image), [onShown]);
  return (
    <PanZoom label={title} views={views} locked full={full} picture={shape} sideAt={() => 'left'} className="size-full">
      <PictureLayer
        item={item}
        alt={`${title}: ${file}`}
        side="left"
        views={views}
        size={full ? 's1600' : 's800'}
        onShape={setShape}
        onShown={shown}
      />
      <SideLabel side={name} title={label} />
    </PanZoom>
  );
}
