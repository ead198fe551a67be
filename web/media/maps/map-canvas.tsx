// One map with its buttons: loading, shown, or failed with a way on. Single and paired maps are made of it.
import { Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEventHandler, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { GestureHint, useGestureHint } from '#web/media/frame/gesture-hint.tsx';
import { unreadableMap } from '#web/media/frame/media-view.ts';
import { ViewerError } from '#web/media/frame/unavailable.tsx';
import { useLookAgain } from '#web/media/frame/use-look-again.ts';
import { ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import type { SideName } from '#web/media/linked/linked-viewer.ts';
import { IconButton } from '#web/ui/controls/button.tsx';
import { SlowNote } from '#web/ui/display/picture.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { MapProblem } from './geotiff-file.ts';
import { createGeoTiffLayer, type Heights, heightText, legendGradient } from './geotiff-layer.ts';
import { createMapViewer, type MapViewer } from './ol-map.ts';

// In a map's place while its pyramid is made: how far it is, and a look every few seconds whether it is there.
const lookEveryMs = 2_000;

type MapPreparingProps = { item: MediaItem; className?: string | undefined };

function MapPreparing({ item, className }: MapPreparingProps) {
  const label = useId();
  useLookAgain(lookEveryMs);
  const percent = Math.round((item.preparing ?? 0) * 100);
  return (
    <div className={classNames('grid place-items-center bg-sunken p-4', className)}>
      <div className="grid max-w-sm justify-items-center gap-3 text-center">
        <MapIcon aria-hidden="true" strokeWidth={1.5} className="size-8 text-faint" />
        <p id={label} role="status" className="font-medium [overflow-wrap:anywhere]">
          {item.name} is being prepared
        </p>
        <progress aria-labelledby={label} value={percent} max={100} className="w-48" />
        <p className="text-muted text-sm tabular-nums">
          {percent} % · A large map is prepared once; after that it opens quickly.
        </p>
      </div>
    </div>
  );
}

type MapCanvasProps = {
  item: MediaItem;
  title: string;
  /** Where another lies on it, or under it: the half of its words. */
  half?: SideName | undefined;
  /** The viewer when it can be moved, null when it has gone. */
  onViewer: (viewer: MapViewer | null) => void;
  onKeyDown?: KeyboardEventHandler | undefined;
  className?: string | undefined;
  /** Buttons and texts on the map. */
  children?: ReactNode;
};

export function MapCanvas(props: MapCanvasProps) {
  const [failed, setFailed] = useState<{ id: string; note: string }>();
  const { item, className } = props;
  const problem = item.problem ?? (failed?.id === item.id ? failed.note : undefined);
  if (item.preparing !== undefined) return <MapPreparing item={item} className={className} />;
  if (!problem) return <Loaded {...props} key={item.id} onFailed={(note) => setFailed({ id: item.id, note })} />;
  return (
    <ViewerError
      icon={MapIcon}
      title={unreadableMap}
      note={item.problem ?? `${item.name}: ${problem}`}
      original={item.fileUrl ?? item.originalUrl}
      download
      bytes={item.fileUrl ? item.bytes : null}
      onRetry={item.problem ? undefined : () => setFailed(undefined)}
      className={className}
    />
  );
}

/** The library's own styles stand in no layer, hence the exclamation marks. */
const libraryStyles = [
  'picture-frame focus-visible:outline-offset-[-3px]',
  '[--ol-foreground-color:var(--ink)] [--ol-partial-background-color:var(--surface)] [--ol-subtle-foreground-color:var(--ink)]',
  '[&_.ol-scale-line]:bottom-2! [&_.ol-scale-line]:left-2! [&_.ol-scale-line]:rounded-control! [&_.ol-scale-line]:p-1.5!',
  'compact:[&_.ol-scale-line]:bottom-16! [&_.ol-scale-line-inner]:text-xs!',
].join(' ');

type LoadedProps = MapCanvasProps & { onFailed: (note: string) => void };

function Loaded(props: LoadedProps) {
  const { item, title, half, onKeyDown, className, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const { isReady, heights, note } = useMapViewer(box, props);
  const hint = useGestureHint(box, {
    isActive: () => box.current?.contains(document.activeElement) ?? false,
    wheel: 'Click the map, or hold Ctrl, to zoom with the wheel',
    touch: 'Use two fingers, or tap the map first, to move it',
  });
  return (
    <div className={classNames('relative isolate overflow-hidden bg-sunken', className)} aria-busy={!isReady}>
      {!isReady && <Skeleton className="absolute inset-0" />}
      <SlowNote of={isReady ? undefined : item.id} name={half && title} half={half} />
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application of its own keys, as the role says
        tabIndex={0}
        aria-label={`Map of ${title}. Arrow keys move it, plus and minus zoom.`}
        data-map={isReady ? 'ready' : 'loading'}
        onKeyDown={onKeyDown}
        className={classNames('absolute inset-0', libraryStyles)}
      />
      {isReady && children}
      {isReady && heights && <Legend heights={heights} />}
      {isReady && note && (
        <p
          role="status"
          className="absolute right-2 bottom-2 left-2 z-10 mx-auto max-w-sm rounded-control bg-surface/95 p-2 text-xs shadow-raised"
        >
          {note}
        </p>
      )}
      <GestureHint hint={hint} />
    </div>
  );
}

/** Creates the map in its box and destroys it when the box goes. */
function useMapViewer(box: { current: HTMLDivElement | null }, props: LoadedProps) {
  const [isReady, setReady] = useState(false);
  const [heights, setHeights] = useState<Heights>();
  const [note, setNote] = useState<string>();
  const load = useEffectEvent(() => createGeoTiffLayer(props.item));
  const onViewer = useEffectEvent(props.onViewer);
  const onFailed = useEffectEvent(props.onFailed);
  useEffect(() => {
    let cancelled = false;
    let viewer: MapViewer | undefined;
    const fail = (problem?: unknown) =>
      !cancelled && onFailed(problem instanceof MapProblem ? problem.message : 'The map could not be drawn.');
    load().then((content) => {
      if (cancelled || !box.current) return content.layer.dispose();
      viewer = createMapViewer(box.current, content);
      content.onUnreadable(fail);
      content.onHole?.((hole) => !cancelled && setNote(hole));
      setHeights(content.heights);
      setNote(content.note);
      setReady(true);
      onViewer(viewer);
    }, fail);
    return () => {
      cancelled = true;
      setReady(false);
      onViewer(null);
      viewer?.destroy();
    };
  }, [box]);
  return { isReady, heights, note };
}

/** Which colour is how high, in metres above what the survey took for zero. */
function Legend({ heights }: { heights: Heights }) {
  const { min, max } = heights;
  return (
    <figure className="absolute top-12 left-2 z-10 w-36 rounded-control bg-surface/95 p-2 shadow-raised">
      <figcaption className="text-xs">Elevation</figcaption>
      <div className="my-1 h-2 rounded-full" style={{ background: legendGradient }} />
      <div className="flex justify-between text-xs tabular-nums">
        <span>{heightText(min, heights)}</span>
        <span>{heightText(max, heights)}</span>
      </div>
    </figure>
  );
}

export function MapButtons({ viewer, children }: { viewer: MapViewer | null; children?: ReactNode }) {
  return (
    <ViewerButtons>
      {children}
      <IconButton size="sm" label="Show whole map" icon={Maximize} onClick={() => viewer?.showAll()} />
      <IconButton size="sm" label="Zoom out" icon={Minus} onClick={() => viewer?.zoomBy(-1)} />
      <IconButton size="sm" label="Zoom in" icon={Plus} onClick={() => viewer?.zoomBy(1)} />
    </ViewerButtons>
  );
}
