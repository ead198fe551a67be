// One panorama with its keys and buttons: loading, shown, or failed with a way on. Single and paired panoramas are made of it.
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { PanoramaError, PanoramaFlat } from './panorama-error.tsx';
import { fullSizeUrl, needsFullSize, panoramaCapabilities } from './panorama-image.ts';
import { afterKey, type PanoramaView } from './panorama-view.ts';
import { createPanoramaViewer, type PanoramaViewer } from './panorama-viewer.ts';
import { ViewerButton, ViewerButtons } from './viewer-box.tsx';

type PanoramaBoxProps = {
  item: MediaItem;
  title: string;
  /** Where it looks at first. */
  start: PanoramaView;
  /** The viewer when it can be moved, null when it has gone. */
  onViewer?: ((viewer: PanoramaViewer | null) => void) | undefined;
  /** Without buttons and keys of its own: its pair has them. */
  bare?: boolean | undefined;
  className?: string | undefined;
};

export function PanoramaBox(props: PanoramaBoxProps) {
  const [failed, setFailed] = useState(false);
  const { item, title, className } = props;
  if (item.imageUrl === null || failed) {
    const retry = item.imageUrl === null ? undefined : () => setFailed(false);
    return <PanoramaError item={item} className={className} onRetry={retry} />;
  }
  if (panoramaCapabilities().texture === 0) return <PanoramaFlat item={item} title={title} className={className} />;
  return <Loaded {...props} key={item.imageUrl} url={item.imageUrl} onFailed={() => setFailed(true)} />;
}

const buttons = [
  { label: 'Turn left', icon: ChevronLeft, keyName: 'ArrowLeft' },
  { label: 'Turn right', icon: ChevronRight, keyName: 'ArrowRight' },
  { label: 'Zoom out', icon: Minus, keyName: '-' },
  { label: 'Zoom in', icon: Plus, keyName: '+' },
];

export function PanoramaButtons({ onPress }: { onPress: (key: string) => void }) {
  return (
    <ViewerButtons>
      {buttons.map(({ label, icon, keyName }) => (
        <ViewerButton key={label} label={label} icon={icon} onClick={() => onPress(keyName)} />
      ))}
    </ViewerButtons>
  );
}

type LoadedProps = PanoramaBoxProps & { url: string; onFailed: () => void };

function Loaded(props: LoadedProps) {
  const { item, title, bare, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const { viewer, isReady } = usePanoramaViewer(box, props);
  function press(key: string): boolean {
    const next = viewer.current && afterKey(viewer.current.view(), key);
    if (next) viewer.current?.setView(next);
    return next !== null;
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && press(event.key)) event.preventDefault();
  }
  return (
    <div className={classNames('relative isolate overflow-hidden bg-sunken', className)} aria-busy={!isReady}>
      {!isReady && item.thumbnailUrl && (
        <img src={item.thumbnailUrl} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      <div
        ref={box}
        {...(bare
          ? { role: 'img', 'aria-label': title }
          : {
              role: 'application',
              tabIndex: 0,
              'aria-label': `360° view of ${title}. Arrow keys turn it, plus and minus zoom.`,
              onKeyDown,
              onFocus: () => viewer.current?.claimWheel(true),
              onBlur: () => viewer.current?.claimWheel(false),
            })}
        data-panorama={isReady ? 'ready' : 'loading'}
        className="absolute inset-0 focus-visible:outline-offset-[-3px] [&_.psv-container]:bg-none! [&_.psv-loader-container]:hidden!"
      />
      {!bare && isReady && <PanoramaButtons onPress={press} />}
    </div>
  );
}

/** Creates the viewer in its box and destroys it when the box goes; loads the sharp picture once that pays. */
function usePanoramaViewer(box: { current: HTMLDivElement | null }, props: LoadedProps) {
  const viewer = useRef<PanoramaViewer>(null);
  const [isReady, setReady] = useState(false);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { url } = props;
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    let isSharp = false;
    const sharpen = () => {
      const device = panoramaCapabilities();
      const address = fullSizeUrl(latest.current.item, device);
      const pixels = container.clientWidth * devicePixelRatio;
      if (isSharp || !address || !needsFullSize(created.view().zoom, pixels, device)) return;
      isSharp = true;
      void created.sharpen(address);
    };
    const created = createPanoramaViewer({
      container,
      url,
      view: latest.current.start,
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
      onReady() {
        viewer.current = created;
        setReady(true);
        latest.current.onViewer?.(created);
        created.onChange(sharpen);
        sharpen();
      },
      onFailed: () => latest.current.onFailed(),
    });
    return () => {
      viewer.current = null;
      setReady(false);
      latest.current.onViewer?.(null);
      created.destroy();
    };
  }, [box, url]);
  return { viewer, isReady };
}
