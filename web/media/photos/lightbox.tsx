// One photo as large as the screen: arrows go round in a circle, Escape closes, a click magnifies twice.
import { Download, Flag, X, ZoomIn, ZoomOut } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useMemo, useRef, useState } from 'react';
import {
  Lightbox as Carousel,
  type ControllerRef,
  createModule,
  LightboxRoot,
  type Plugin,
  type SlideImage,
  type ZoomRef,
} from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { imageAtSize } from '#contract/media/endpoints.ts';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { sizeNote } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { slowWords, useSilence } from '#web/lib/page/use-silence.ts';
import { TakeBackButton } from '#web/media/frame/item-picker.tsx';
import { Unavailable } from '#web/media/frame/unavailable.tsx';
import { PinButtons } from '#web/media/pins/pin-buttons.tsx';
import { PinLayer } from '#web/media/pins/pin-layer.tsx';
import { contentRect, flatAreaSurface } from '#web/media/pins/surface.ts';
import { type Pins, WithPins } from '#web/media/pins/use-pins.tsx';
import { buttonVariants, IconButton } from '#web/ui/controls/button.tsx';
import { useRestoreFocus } from '#web/ui/overlays/use-restore-focus.ts';
import { useFingers } from './lightbox-fingers.ts';
import { photoFacts, placeText } from './photo-facts.ts';

type LightboxProps = DialogControl & {
  items: MediaItem[];
  title: string;
  at: number;
  onMove: (at: number) => void;
  flagged?: ReadonlySet<string> | undefined;
};

/** Twice as large as it fits, and no click on the way (§6.11). */
const zoomFactor = 2;

/** Made once: with a new module in every render the carousel would be a new one too, and lose the focus. */
const placed = createModule('in-place', ({ children }) => (
  <LightboxRoot className="absolute inset-0">{children}</LightboxRoot>
));

/** The carousel stands in our dialog, which keeps the focus, the page behind and Escape as every dialog does. */
function inPlace({ remove, replace }: Parameters<Plugin>[0]) {
  remove('no-scroll');
  replace('portal', placed);
}

export function Lightbox(props: LightboxProps) {
  const item = props.items[props.at];
  if (!item) return null;
  return (
    <WithPins id={item.id} as="photo" picture={item.imageUrl === null ? null : { src: item.imageUrl }}>
      {(pins) => <Opened {...props} item={item} pins={pins} />}
    </WithPins>
  );
}

type OpenedProps = LightboxProps & { item: MediaItem; pins: Pins | null };

function Opened({ open, onOpenChange, items, title, at, onMove, flagged, item, pins }: OpenedProps) {
  const focus = useRestoreFocus();
  const carousel = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const [isLarge, setLarge] = useState(false);
  const fingers = useFingers(zoom);
  const isSaving = useSavesData();
  const slides = useMemo(
    () => items.map((item) => (isSaving ? thriftySlide : toSlide)(item, title)),
    [items, title, isSaving],
  );
  const box = useRef<HTMLDivElement>(null);
  const surface = useMemo(() => flatAreaSurface('photo', () => shownPhoto(box.current)), []);
  const toggle = (from: [number, number] = [0, 0]) =>
    zoom.current?.changeZoom(zoom.current.zoom > 1 ? 1 : zoomFactor, false, ...from);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Content
          ref={box}
          data-lightbox=""
          // Escape ends pointing at a place first.
          onEscapeKeyDown={(event) => pins?.placing && event.preventDefault()}
          onOpenAutoFocus={(event) => {
            focus.remember();
            event.preventDefault();
            carousel.current?.focus();
          }}
          onCloseAutoFocus={focus.restore}
          onPointerDownCapture={fingers.down}
          onPointerMoveCapture={fingers.move}
          onPointerUpCapture={fingers.up}
          onPointerCancelCapture={fingers.up}
          // Two fingers are for the photo, also where they are on a button over it.
          className="over-picture dark fixed touch-none inset-0 top-(--toast-room) z-50 bg-black text-ink outline-none data-[state=open]:animate-appear"
        >
          <Carousel
            open
            close={() => onOpenChange(false)}
            index={at}
            slides={slides}
            plugins={[inPlace, Zoom]}
            carousel={{ preload: isSaving ? 0 : 1, padding: 0, spacing: '8%', finite: items.length < 2 }}
            animation={{ fade: 0, swipe: 200, navigation: 160, zoom: 160 }}
            controller={{ ref: carousel, closeOnEscape: false, closeOnPullDown: true }}
            zoom={{ ref: zoom, maxZoomPixelRatio: zoomFactor, doubleClickDelay: 0, doubleTapDelay: 0 }}
            toolbar={{ buttons: [] }}
            labels={{ Previous: 'Previous photo', Next: 'Next photo', 'Photo gallery': title }}
            on={{
              view: ({ index }) => index !== at && onMove(index),
              click: () => fingers.wentFar() || toggle(fingers.from()),
              zoom: (now) => setLarge(now.zoom > 1),
            }}
            render={{
              controls: () => (
                <Bar
                  item={item}
                  place={`${at + 1} of ${items.length}`}
                  isLarge={isLarge}
                  flagged={flagged?.has(item.id)}
                  onZoom={() => toggle()}
                  pins={pins}
                />
              ),
              iconLoading: () => <SlideLoading />,
              slideHeader: ({ slide }) => <Preview slide={slide} />,
              iconError: () => (
                <div className="font-sans text-ink">
                  <Unavailable
                    title="Image Preview Unavailable"
                    note={item.problem ?? null}
                    original={item.originalUrl}
                  />
                </div>
              ),
              buttonZoom: () => null,
              ...(items.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}),
            }}
          />
          {pins && <PinLayer pins={pins} surface={surface} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Where the photo lies that one looks at, however near. */
function shownPhoto(box: HTMLElement | null) {
  return contentRect(box?.querySelector('.yarl__slide_current .yarl__slide_image'), box);
}

/** Three sizes where the picture's own is known, so that a phone fetches the small one and a zoom the large. */
function toSlide(item: MediaItem, title: string): SlideImage {
  const slide = { src: item.imageUrl ?? '', alt: `${title}: ${item.name}` };
  // The preview within a picture that is too large has not its size.
  if (!item.width || !item.height || item.problem) return slide;
  const { width, height, fullUrl } = item;
  const side = Math.max(width, height);
  const scaled = ([800, 1600] as const)
    .filter((size) => size < side)
    .map((size) => ({
      src: imageAtSize(item, `s${size}`),
      width: Math.round((width * size) / side),
      height: Math.round((height * size) / side),
    }));
  const largest = side > 1600 && fullUrl !== null ? fullUrl : slide.src;
  return { ...slide, width, height, srcSet: [...scaled, { src: largest, width, height }] };
}

/** Where data are saved: 800 pixels until somebody enlarges it, then 1600, and never more. */
function thriftySlide(item: MediaItem, title: string): SlideImage {
  const slide = { ...toSlide(item, title), src: imageAtSize(item, 's800') };
  const { width, height, srcSet } = slide;
  const fits = Math.round(Math.min(innerWidth * devicePixelRatio, (width ?? 0) - 1));
  if (!srcSet || !width || !height || fits < 1) return { src: slide.src, alt: slide.alt ?? '' };
  const large = { src: imageAtSize(item, 's1600'), width, height };
  // Said to be as wide as the screen: the carousel takes the first that is wide enough.
  return { ...slide, srcSet: [{ src: slide.src, width: fits, height: Math.round((fits * height) / width) }, large] };
}

/** The small picture, which is there already, in the very place that the large one will cover. */
function Preview({ slide }: { slide: SlideImage }) {
  const { width, height, srcSet } = slide;
  if (!width || !height || !srcSet?.[0]) return null;
  return (
    <img
      src={srcSet[0].src.replace('/s800', '/s400')}
      alt=""
      className="absolute inset-0 m-auto size-full object-contain"
      style={{ maxWidth: width, maxHeight: height }}
    />
  );
}

/** On the small picture, while the large one is on its way. */
function SlideLoading() {
  const isSilent = useSilence('photo');
  return (
    <span role="status" className="rounded-md bg-black/65 px-2 py-1 font-sans text-sm text-white">
      {isSilent ? slowWords : 'Loading'}
    </span>
  );
}

/** Legible on whatever the photo shows. */
const onPhoto = 'text-white hover:bg-white/20 hover:text-white';

type BarProps = {
  item: MediaItem;
  place: string;
  isLarge: boolean;
  onZoom: () => void;
  pins: Pins | null;
  /** Undefined where nothing is flagged by the page around it. */
  flagged: boolean | undefined;
};

function Bar({ item, place, isLarge, onZoom, pins, flagged }: BarProps) {
  const file = item.fileUrl ?? item.fullUrl;
  return (
    <div
      data-controls=""
      className="absolute inset-x-0 top-0 z-10 flex items-center gap-1 bg-linear-to-b from-black/80 via-black/60 to-transparent pt-2 pr-2 pb-6 pl-4 max-sm:flex-wrap max-sm:justify-end"
    >
      {/* On phones its words stand below the buttons, which leave no room beside them. */}
      <div data-lightbox-words="" className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
        <Radix.Title className="truncate font-medium">{item.name}</Radix.Title>
        <Radix.Description className="text-sm text-white/85 tabular-nums">
          {[place, ...photoFacts(item), item.place ? placeText(item.place) : [], item.problem ?? []].flat().join(' · ')}
        </Radix.Description>
        {flagged !== undefined && (
          <p role="status" className="flex items-center gap-1.5 text-sm empty:hidden">
            {flagged && <Flag aria-hidden="true" className="size-4 shrink-0" />}
            {flagged && 'Flagged'}
          </p>
        )}
      </div>
      {pins && <PinButtons pins={pins} className={onPhoto} />}
      <TakeBackButton item={item} onPhoto={onPhoto} />
      <IconButton
        label={isLarge ? 'Show whole photo' : 'Zoom in'}
        icon={isLarge ? ZoomOut : ZoomIn}
        className={onPhoto}
        onClick={onZoom}
      />
      {file && <DownloadLink item={item} href={file} />}
      <Radix.Close asChild>
        <IconButton label="Close" icon={X} className={onPhoto} />
      </Radix.Close>
    </div>
  );
}

/** The megabytes are those of the file itself, not of the picture that is made of it for others. */
function DownloadLink({ item, href }: { item: MediaItem; href: string }) {
  const size = sizeNote(item.fileUrl ? item.bytes : null);
  const label = `Download original${size}`;
  return (
    <a
      href={href}
      download={item.fileUrl ? item.name : item.name.replace(/\.\w+$/, '.jpg')}
      aria-label={label}
      data-tooltip={label}
      className={classNames(buttonVariants({ variant: 'ghost', square: size === '' }), onPhoto)}
    >
      <Download aria-hidden="true" className="size-[1.125rem] shrink-0" />
      {size.replace(' · ', '')}
    </a>
  );
}
