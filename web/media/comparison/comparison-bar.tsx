// What can be done with a comparison: the four ways, locking, stepping, zooming, fullscreen, downloading, clearing.
import { ChevronLeft, ChevronRight, Download, Lock, LockOpen, Maximize, Minimize, X } from 'lucide-react';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { ImageFormat } from './download.ts';
import type { KeyActions } from './keyboard.ts';
import { type Mode, modeLabels, modes } from './modes.ts';
import { compact } from './screen.ts';
import { PanButtons, type ViewControls, ZoomButtons } from './zoom-buttons.tsx';

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
