// What can be done with a comparison: the four ways, locking, stepping, zooming, fullscreen, downloading, clearing.
import { ChevronLeft, ChevronRight, ChevronUp, Download, Lock, LockOpen, Maximize, Minimize, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { ImageFormat } from './download.ts';
import { compact, type KeyActions, type Mode, modeLabels, modes } from './modes.ts';
import { PanButtons, type ViewControls, ZoomButtons } from './pan-zoom.tsx';

// On small screens: the ways to compare and the dates in one strip below the picture, everything else in a sheet that opens over it.
type ComparisonStripProps = {
  bar: ComparisonBarProps;
  dates: Pair<string>;
  share: ReactNode;
  /** What is compared, to be changed in the sheet. */
  children: ReactNode;
};

/** Above the bar of the shell; the sheet stands over it also where it scrolls with the page. */
const aboveBar =
  '-mx-4 px-1 sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:bottom-0 low:relative low:bottom-auto';

export function ComparisonStrip({ bar, dates, share, children }: ComparisonStripProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) sheet.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(false);
    opener.current?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is in it.
    <div onKeyDown={onKeyDown} className={classNames('z-20 bg-canvas print:hidden', bar.full ? 'relative' : aboveBar)}>
      <div role="toolbar" aria-label="Comparison" className="flex flex-wrap items-center gap-1">
        <ModeChoice {...bar} />
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex h-11 min-w-0 flex-1 items-center justify-center gap-1 rounded-control px-1 text-xs tabular-nums leading-4 hover:bg-sunken"
        >
          <span className="sr-only">Visits and more: </span>
          <span className="grid min-w-0 text-left landscape:flex landscape:gap-1">
            <span className="truncate">{dates.left}</span>
            <span className="sr-only"> and </span>
            <span aria-hidden="true" className="hidden landscape:inline">
              –
            </span>
            <span className="truncate">{dates.right}</span>
          </span>
          <ChevronUp aria-hidden="true" className={classNames('size-4 shrink-0', isOpen && 'rotate-180')} />
        </button>
        <FullscreenButton {...bar} />
      </div>
      <section
        ref={sheet}
        id={id}
        hidden={!isOpen}
        aria-label="Visits and more"
        className="absolute inset-x-1 bottom-full mb-1 ml-auto grid max-h-[min(27rem,55dvh)] max-w-md gap-3 overflow-y-auto overscroll-contain rounded-card bg-raised p-3 shadow-raised not-[[hidden]]:animate-rise landscape:max-h-[75dvh] [&[hidden]]:hidden"
      >
        {children}
        <div className="flex flex-wrap items-center gap-1">
          <LockButton {...bar} />
          <StepButtons {...bar} />
          {bar.controls && <PanButtons controls={bar.controls} />}
          <DownloadMenu {...bar} />
          {share}
          <ClearButton {...bar} />
        </div>
      </section>
    </div>
  );
}

export type ComparisonBarProps = {
  mode: Mode;
  actions: KeyActions;
  /** Only what is linked can be laid on each other. */
  canOverlay: boolean;
  locked: boolean;
  canStep: boolean;
  /** Photos alone: panoramas and maps carry their own buttons. */
  controls: ViewControls | undefined;
  /** Photos are on their way, with controls. */
  isComing: boolean;
  full: boolean;
  onFull: () => void;
  onDownload: ((format: ImageFormat) => void) | undefined;
  onClear: () => void;
};

const nothing = () => undefined;
/** In the place of those that come with the photos. */
const noControls: ViewControls = {
  onChange: () => nothing,
  isNear: () => false,
  zoomBy: nothing,
  panBy: nothing,
  reset: nothing,
};

export function ComparisonBar(props: ComparisonBarProps) {
  const { controls, isComing } = props;
  return (
    <div role="toolbar" aria-label="Comparison" className="flex flex-wrap items-center gap-2 sm:gap-x-3 print:hidden">
      <ModeChoice {...props} />
      <LockButton {...props} />
      <StepButtons {...props} />
      {(controls || isComing) && (
        <span inert={!controls} className={classNames('inline-flex flex-wrap', !controls && 'invisible')}>
          <ZoomButtons controls={controls ?? noControls} />
          <PanButtons controls={controls ?? noControls} />
        </span>
      )}
      <span className="ml-auto inline-flex items-center gap-2">
        <DownloadMenu {...props} />
        <FullscreenButton {...props} />
        <ClearButton {...props} />
      </span>
    </div>
  );
}

type ModeChoiceProps = Pick<ComparisonBarProps, 'mode' | 'actions' | 'canOverlay'>;

export function ModeChoice({ mode, actions, canOverlay }: ModeChoiceProps) {
  const isNarrow = useMediaQuery(`${compact} or (width < 75rem)`);
  if (!canOverlay) return null;
  const options = modes.map((value) => ({ value, label: modeLabels[value].label, icon: modeLabels[value].icon }));
  return (
    <Segmented label="Way to compare" value={mode} onChange={actions.setMode} options={options} iconsOnly={isNarrow} />
  );
}

export function LockButton({ locked, actions }: Pick<ComparisonBarProps, 'locked' | 'actions'>) {
  return (
    <Button
      icon={locked ? Lock : LockOpen}
      aria-pressed={locked}
      onClick={actions.toggleLock}
      variant={locked ? 'secondary' : 'primary'}
    >
      Lock views
    </Button>
  );
}

export function StepButtons({ canStep, actions }: ComparisonBarProps) {
  if (!canStep) return null;
  return (
    <span className="inline-flex">
      <IconButton label="Previous pictures" icon={ChevronLeft} onClick={() => actions.step(-1)} />
      <IconButton label="Next pictures" icon={ChevronRight} onClick={() => actions.step(1)} />
    </span>
  );
}

export function DownloadMenu({ onDownload }: ComparisonBarProps) {
  if (!onDownload) return null;
  return (
    <Menu
      label="Download comparison"
      variant="ghost"
      icon={Download}
      items={[
        { label: 'As PNG', onSelect: () => onDownload('png') },
        { label: 'As JPEG', onSelect: () => onDownload('jpeg') },
      ]}
    />
  );
}

export function FullscreenButton({ full, onFull }: ComparisonBarProps) {
  return (
    <IconButton
      label={full ? 'Leave fullscreen' : 'Fullscreen'}
      icon={full ? Minimize : Maximize}
      pressed={full}
      onClick={onFull}
    />
  );
}

export function ClearButton({ onClear }: ComparisonBarProps) {
  return (
    <Button icon={X} onClick={onClear}>
      Clear Selection
    </Button>
  );
}
