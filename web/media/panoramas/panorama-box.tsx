// One panorama with its keys and buttons: loading, shown, or failed with a way on. Single and paired panoramas are made of it.
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { ViewerError } from '#web/media/frame/unavailable.tsx';
import { ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import type { SideName } from '#web/media/linked/linked-viewer.ts';
import { PinButtons } from '#web/media/pins/pin-buttons.tsx';
import { PinLayer, useNamedPlace } from '#web/media/pins/pin-layer.tsx';
import { type Pins, WithPins } from '#web/media/pins/use-pins.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { SlowNote } from '#web/ui/display/picture.tsx';
import { fullSizeUrl, needsFullSize, panoramaCapabilities } from './panorama-image.ts';
import { afterKey, firstView, type PanoramaView } from './panorama-view.ts';
import { createPanoramaViewer, type PanoramaViewer, panoramaPlaces, panoramaSurface } from './panorama-viewer.ts';

type PanoramaBoxProps = {
  item: MediaItem;
  title: string;
  /** Where it looks at first. */
  start?: PanoramaView;
  /** The viewer when it can be moved, null when it has gone. */
  onViewer?: (viewer: PanoramaViewer | null) => void;
  /** Without buttons and keys of its own: its pair has them. */
  bare?: boolean;
  /** Where another lies on it, or under it: the half of its words. */
  half?: SideName | undefined;
  className: string;
};

/** The texts are those of §6.10. */
export function PanoramaBox(props: PanoramaBoxProps) {
  const [failed, setFailed] = useState(false);
  const { item, title, className } = props;
  if (item.imageUrl === null || failed)
    return (
      <ViewerError
        title="Image Preview Unavailable"
        note={`${item.name} could not be loaded.`}
        original={item.originalUrl ?? item.fileUrl ?? item.fullUrl}
        download={item.originalUrl === null}
        bytes={item.fileUrl ? item.bytes : null}
        onRetry={item.imageUrl === null ? undefined : () => setFailed(false)}
        className={className}
      />
    );
  if (panoramaCapabilities().texture > 0)
    return <Loaded {...props} key={item.imageUrl} url={item.imageUrl} onFailed={() => setFailed(true)} />;
  return (
    <figure className={classNames('flex flex-col bg-sunken', className)}>
      <img src={item.imageUrl} alt={`${title}, laid out flat`} className="min-h-0 w-full flex-1 object-contain" />
      <figcaption className="p-2 text-center text-muted text-sm">
        This browser cannot turn 360° pictures (WebGL is missing or switched off), so it is shown flat.
      </figcaption>
    </figure>
  );
}

const buttons = [
  { label: 'Turn left', icon: ChevronLeft, keyName: 'ArrowLeft' },
  { label: 'Turn right', icon: ChevronRight, keyName: 'ArrowRight' },
  { label: 'Zoom out', icon: Minus, keyName: '-' },
  { label: 'Zoom in', icon: Plus, keyName: '+' },
];

type Viewers = readonly (PanoramaViewer | null)[];

/** The keys, the wheel and the buttons of panoramas that turn together: what is done goes to the first, which the others follow. */
export function panoramaControls(label: string, viewers: () => Viewers) {
  function press(key: string): boolean {
    const [first] = viewers();
    const next = first ? afterKey(first.view(), key) : null;
    if (next) first?.setView(next);
    return next !== null;
  }
  function claimWheels(claims: boolean) {
    for (const viewer of viewers()) viewer?.claimWheel(claims);
  }
  const box = {
    role: 'application',
    tabIndex: 0,
    'aria-label': label,
    onKeyDown(event: KeyboardEvent) {
      if (!event.altKey && !event.ctrlKey && !event.metaKey && press(event.key)) event.preventDefault();
    },
    onFocus: () => claimWheels(true),
    onBlur: () => claimWheels(false),
  };
  const bar = (others?: ReactNode) => (
    <ViewerButtons>
      {others}
      {buttons.map(({ label, icon, keyName }) => (
        <IconButton size="sm" key={label} label={label} icon={icon} onClick={() => press(keyName)} />
      ))}
    </ViewerButtons>
  );
  return { box, bar };
}

type LoadedProps = PanoramaBoxProps & { url: string; onFailed: () => void };

function Loaded(props: LoadedProps) {
  const { item, url } = props;
  return (
    <WithPins id={item.id} as="panorama" picture={{ src: url, crop: item.crop }}>
      {(pins) => <LoadedWithPins {...props} pins={props.bare ? null : pins} />}
    </WithPins>
  );
}

function LoadedWithPins(props: LoadedProps & { pins: Pins | null }) {
  const { item, title, bare, half, className, pins } = props;
  const box = useRef<HTMLDivElement>(null);
  const { viewer, isReady } = usePanoramaViewer(box, props);
  const [surface] = useState(() => panoramaSurface(() => viewer.current));
  useNamedPlace(
    pins,
    isReady ? (place) => viewer.current && panoramaPlaces(viewer.current).analyzePicture(place) : null,
  );
  const label = `360° view of ${title}. Arrow keys turn it, plus and minus zoom.`;
  const controls = panoramaControls(label, () => [viewer.current]);
  return (
    <div className={classNames('relative isolate overflow-hidden bg-sunken', className)} aria-busy={!isReady}>
      {!isReady && item.thumbnailUrl && (
        <img src={item.thumbnailUrl} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      <SlowNote of={isReady ? undefined : props.url} name={half && title} half={half} />
      <div
        ref={box}
        {...(bare ? { role: 'img', 'aria-label': title } : controls.box)}
        data-panorama={isReady ? 'ready' : 'loading'}
        className="picture-frame absolute inset-0 focus-visible:outline-offset-[-3px] [&_.psv-container]:bg-none! [&_.psv-loader-container]:hidden!"
      />
      {pins && isReady && <PinLayer pins={pins} surface={surface} />}
      {!bare && isReady && controls.bar(pins && <PinButtons pins={pins} size="sm" />)}
    </div>
  );
}

/** Creates the viewer in its box and destroys it when the box goes; loads the sharp picture once that pays. */
function usePanoramaViewer(box: { current: HTMLDivElement | null }, props: LoadedProps) {
  const { item, url, start = firstView(item.crop), onViewer } = props;
  const viewer = useRef<PanoramaViewer>(null);
  const [isReady, setReady] = useState(false);
  const onFailed = useEffectEvent(props.onFailed);
  const create = useEffectEvent((container: HTMLElement, onReady: () => void) =>
    createPanoramaViewer({ container, url, crop: item.crop, view: start, onReady, onFailed }),
  );
  const report = useEffectEvent((ready: PanoramaViewer | null) => {
    viewer.current = ready;
    setReady(ready !== null);
    onViewer?.(ready);
  });
  const sharpUrl = useEffectEvent(() => fullSizeUrl(item, panoramaCapabilities()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture needs another viewer.
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    let isSharp = false;
    const sharpen = () => {
      const address = sharpUrl();
      const pixels = container.clientWidth * devicePixelRatio;
      if (isSharp || !address || !needsFullSize(created.view().zoom, pixels, panoramaCapabilities())) return;
      isSharp = true;
      void created.sharpen(address);
    };
    const created = create(container, () => {
      report(created);
      created.onChange(sharpen);
      sharpen();
    });
    return () => {
      report(null);
      created.destroy();
    };
  }, [box, url]);
  return { viewer, isReady };
}
