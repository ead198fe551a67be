// A side that has no partner to be shown together with: each kind of media for itself.
import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { unreadableMap } from '#web/media/media-view.ts';
import { Unavailable } from '#web/media/unavailable.tsx';
import { Empty } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/error-state.tsx';
import { makeViews } from './linked-viewport.ts';
import { Waiting } from './loading.tsx';
import { LoneSpace } from './lone-space.tsx';
import type { SideName } from './modes.ts';
import { Pane } from './pan-zoom.tsx';
import { PictureLayer, type Shape } from './picture-layer.tsx';
import { SideLabel } from './side-label.tsx';
import type { Side } from './sides.ts';
import { TourFrame } from './tour-frame.tsx';
import { FilmFrame, OnceAsked } from './video-frame.tsx';
import type { Face } from './viewable.ts';
import { noShift, whole } from './viewport.ts';

type LoneFaceProps = { side: Side; name: SideName; full: boolean; onShown: (image: HTMLImageElement | null) => void };

export function LoneFace({ side, name, full, onShown }: LoneFaceProps) {
  const { kind, face, failure, title, label } = side;
  if (kind === undefined) return <Empty icon={ImageOff} title="No Media Available" />;
  if (failure) return <Failure message={failure.message} onRetry={failure.retry} retrying={failure.retrying} />;
  if (!face) return <Waiting />;
  return <Known face={face} title={title} label={label} name={name} full={full} onShown={onShown} />;
}

type KnownProps = Omit<LoneFaceProps, 'side'> & { face: Face; title: string; label: string };

function Known({ face, title, label, name, full, onShown }: KnownProps) {
  if (face.is === 'film')
    return (
      <OnceAsked key={face.url} films={[face]} word={title}>
        <FilmFrame film={face} title={title} />
      </OnceAsked>
    );
  if (face.is === 'frame') return <TourFrame {...face} title={title} />;
  if (face.is === 'unread') return <Unavailable title={unreadableMap} original={face.original} download />;
  if (face.is === 'unavailable') {
    const { why, original } = face;
    const words = original || why ? 'Preview unavailable' : 'No images found in this folder';
    return <Unavailable title={words} note={why} original={original} />;
  }
  if (face.is !== 'picture') return <LoneSpace key={face.item.id} is={face.is} item={face.item} title={title} />;
  return <LonePicture item={face.item} title={title} label={label} name={name} full={full} onShown={onShown} />;
}

function LonePicture({ item, title, label, name, full, onShown }: Omit<KnownProps, 'face'> & { item: MediaItem }) {
  const [views] = useState(() => makeViews({ left: whole, shift: noShift }));
  const [shape, setShape] = useState<Shape>();
  const { id, name: file } = item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is looked at whole.
  useEffect(() => views.zoomBy('reset'), [views, id]);
  const shown = useCallback((image: HTMLImageElement | null) => onShown(image), [onShown]);
  return (
    <Pane label={title} views={views} locked full={full} picture={shape} sideAt={() => 'left'} className="size-full">
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
    </Pane>
  );
}
