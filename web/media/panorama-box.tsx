// One sphere with its keys and buttons: waiting, shown, or failed with a way on. Single and paired spheres are made of it.
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { IconButton } from '#web/ui/button.tsx';
import { PanoramaError, PanoramaFlat } from './panorama-error.tsx';
import { fullSizeUrl, needsFullSize, panoramaCapabilities } from './panorama-image.ts';
import { afterKey, type PanoramaView } from './panorama-view.ts';
import { createPanoramaViewer, type PanoramaViewer } from './panorama-viewer.ts';

type SphereBoxProps = {
  item: MediaItem;
  title: string;
  /** Where it looks at first. */
  start: PanoramaView;
  /** The stage when it can be moved, null when it has gone. */
  onStage?: ((stage: PanoramaViewer | null) => void) | undefined;
  /** Told on every frame that it moves. */
  onMove?: ((view: PanoramaView) => void) | undefined;
  /** Without buttons and keys of its own: its pair has them. */
  bare?: boolean | undefined;
  className?: string | undefined;
};

export function PanoramaBox(props: SphereBoxProps) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const { item, title, className } = props;
  if (item.imageUrl === null || failed) {
    const retry = () => {
      setFailed(false);
      setAttempt(attempt + 1);
    };
    return <PanoramaError item={item} className={className} onRetry={item.imageUrl === null ? undefined : retry} />;
  }
  if (panoramaCapabilities().texture === 0) return <PanoramaFlat item={item} title={title} className={className} />;
  return (
    <Turning {...props} key={`${item.imageUrl} ${attempt}`} url={item.imageUrl} onFailed={() => setFailed(true)} />
  );
}

const buttons = [
  { label: 'Turn left', icon: ChevronLeft, pressing: 'ArrowLeft' },
  { label: 'Turn right', icon: ChevronRight, pressing: 'ArrowRight' },
  { label: 'Zoom out', icon: Minus, pressing: '-' },
  { label: 'Zoom in', icon: Plus, pressing: '+' },
];

export function PanoramaButtons({ onPress }: { onPress: (key: string) => void }) {
  return (
    <div className="absolute right-2 bottom-2 z-10 flex gap-1 rounded-control bg-surface/90 p-1 shadow-raised">
      {buttons.map(({ label, icon, pressing }) => (
        <IconButton key={label} size="sm" label={label} icon={icon} onClick={() => onPress(pressing)} />
      ))}
    </div>
  );
}

type TurningProps = SphereBoxProps & { url: string; onFailed: () => void };

function Turning(props: TurningProps) {
  const { item, title, bare, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const { stage, isReady } = useSphere(box, props);
  function press(key: string): boolean {
    const next = stage.current && afterKey(stage.current.view(), key);
    if (next) stage.current?.look(next);
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
              onFocus: () => stage.current?.claimWheel(true),
              onBlur: () => stage.current?.claimWheel(false),
            })}
        data-sphere={isReady ? 'ready' : 'loading'}
        className="absolute inset-0 focus-visible:outline-offset-[-3px] [&_.psv-container]:bg-none! [&_.psv-loader-container]:hidden!"
      />
      {!bare && isReady && <PanoramaButtons onPress={press} />}
    </div>
  );
}

/** Opens the sphere in its box and gives it back when the box goes; sharpens the picture once that pays. */
function useSphere(box: { current: HTMLDivElement | null }, props: TurningProps) {
  const stage = useRef<PanoramaViewer>(null);
  const [isReady, setReady] = useState(false);
  const now = useRef(props);
  useEffect(() => {
    now.current = props;
  });
  const { url } = props;
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    let isSharp = false;
    const sharpen = ({ zoom }: PanoramaView) => {
      const means = panoramaCapabilities();
      const address = fullSizeUrl(now.current.item, means);
      if (isSharp || !address || !needsFullSize(zoom, container.clientWidth * devicePixelRatio, means)) return;
      isSharp = true;
      void opened.sharpen(address);
    };
    const opened = createPanoramaViewer({
      container,
      url,
      view: now.current.start,
      calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
      onReady() {
        stage.current = opened;
        setReady(true);
        now.current.onStage?.(opened);
        sharpen(opened.view());
      },
      onMove(view) {
        if (stage.current !== opened) return;
        now.current.onMove?.(view);
        sharpen(view);
      },
      onFailed: () => now.current.onFailed(),
    });
    return () => {
      stage.current = null;
      setReady(false);
      now.current.onStage?.(null);
      opened.release();
    };
  }, [box, url]);
  return { stage, isReady };
}
