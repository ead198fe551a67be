// One map with its buttons: waiting, shown, or failed with a way on. Single and paired maps are made of it.
import { Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { createGeoTiffLayer } from './geotiff-layer.ts';
import { MapError } from './map-error.tsx';
import { createMapViewer, type MapViewer } from './ol-map.ts';

type MapBoxProps = {
  item: MediaItem;
  title: string;
  /** The stage when it can be moved, null when it has gone. */
  onStage: (stage: MapViewer | null) => void;
  /** Told on every frame that it moves. */
  onMove?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler | undefined;
  className?: string | undefined;
  /** Buttons and words on the map. */
  children?: ReactNode;
};

export function MapCanvas(props: MapBoxProps) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const { item, className } = props;
  if (!failed) return <Drawn {...props} key={`${item.id} ${attempt}`} onFailed={() => setFailed(true)} />;
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return <MapError item={item} className={className} onRetry={retry} />;
}

/** The library's own styles stand in no layer, hence the exclamation marks. */
const ofLibrary = [
  'focus-visible:outline-offset-[-3px]',
  '[--ol-foreground-color:var(--ink)] [--ol-partial-background-color:var(--surface)] [--ol-subtle-foreground-color:var(--ink)]',
  '[&_.ol-scale-line]:bottom-2! [&_.ol-scale-line]:left-2! [&_.ol-scale-line]:rounded-control! [&_.ol-scale-line]:p-1.5!',
  'max-sm:[&_.ol-scale-line]:bottom-16! [&_.ol-scale-line-inner]:text-xs!',
].join(' ');

type DrawnProps = MapBoxProps & { onFailed: () => void };

function Drawn(props: DrawnProps) {
  const { title, onKeyDown, className, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const isReady = useMap(box, props);
  const hint = useHint(box);
  return (
    <div className={classNames('relative isolate overflow-hidden bg-sunken', className)} aria-busy={!isReady}>
      {!isReady && <Skeleton className="absolute inset-0" />}
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application of its own keys, as the role says
        tabIndex={0}
        aria-label={`Map of ${title}. Arrow keys move it, plus and minus zoom.`}
        data-map={isReady ? 'ready' : 'loading'}
        onKeyDown={onKeyDown}
        className={classNames('absolute inset-0', ofLibrary)}
      />
      {isReady && children}
      {hint && (
        <p className="pointer-events-none absolute inset-x-4 top-4 z-10 mx-auto w-fit animate-appear rounded-control bg-surface/95 px-3 py-2 text-center text-sm shadow-raised">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Opens the map in its box and gives it back when the box goes. */
function useMap(box: { current: HTMLDivElement | null }, props: DrawnProps): boolean {
  const [isReady, setReady] = useState(false);
  const now = useRef(props);
  useEffect(() => {
    now.current = props;
  });
  useEffect(() => {
    let left = false;
    let stage: MapViewer | undefined;
    const fail = () => !left && now.current.onFailed();
    createGeoTiffLayer(now.current.item).then((ground) => {
      if (left || !box.current) return ground.layer.dispose();
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      stage = createMapViewer({ target: box.current, ground, calm, onMove: () => now.current.onMove?.() });
      ground.onUnreadable(fail);
      setReady(true);
      now.current.onStage(stage);
    }, fail);
    return () => {
      left = true;
      setReady(false);
      now.current.onStage(null);
      stage?.release();
    };
  }, [box]);
  return isReady;
}

const hintMs = 2200;

/** How to move the map, for whoever scrolls over it while it lets the page scroll. */
function useHint(box: { current: HTMLDivElement | null }): string {
  const [hint, setHint] = useState('');
  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const ends = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (words: string) => {
      clearTimeout(timer);
      setHint(words);
      timer = setTimeout(setHint, words ? hintMs : 0, '');
    };
    const isActive = () => target.contains(document.activeElement);
    const options = { passive: true, signal: ends.signal };
    target.addEventListener(
      'wheel',
      (event) =>
        !isActive() && !event.ctrlKey && !event.metaKey && say('Click the map, or hold Ctrl, to zoom with the wheel'),
      options,
    );
    target.addEventListener(
      'touchmove',
      ({ touches }) => touches.length === 1 && !isActive() && say('Use two fingers, or tap the map first, to move it'),
      options,
    );
    target.addEventListener('focus', () => say(''), options);
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, [box]);
  return hint;
}

export function MapButtons({ stage, children }: { stage: MapViewer | null; children?: ReactNode }) {
  return (
    <div className="absolute right-2 bottom-2 z-10 flex gap-1 rounded-control bg-surface/90 p-1 shadow-raised">
      {children}
      <IconButton size="sm" label="Show all of it" icon={Maximize} onClick={() => stage?.showAll()} />
      <IconButton size="sm" label="Zoom out" icon={Minus} onClick={() => stage?.zoomBy(-1)} />
      <IconButton size="sm" label="Zoom in" icon={Plus} onClick={() => stage?.zoomBy(1)} />
    </div>
  );
}
