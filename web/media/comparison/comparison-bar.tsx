// What can be done with a comparison: the four ways, locking, stepping, zooming, fullscreen, downloading, clearing.
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronLeft,
  ChevronRight,
  Download,
  Lock,
  LockOpen,
  Maximize,
  Minimize,
  RotateCcw,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useMediaQuery } from '#web/lib/media-query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { ImageFormat } from './download.ts';
import type { KeyActions } from './keyboard.ts';
import { type Mode, modeLabels, modes } from './modes.ts';
import type { PairHandle } from './viewer-pair.tsx';

type ViewControls = NonNullable<PairHandle['controls']>;

type ComparisonBarProps = {
  mode: Mode;
  actions: KeyActions;
  /** Only what is linked can be laid on each other. */
  canOverlay: boolean;
  locked: boolean;
  canStep: boolean;
  /** Photos alone: panoramas and maps carry their own buttons. */
  controls: ViewControls | undefined;
  full: boolean;
  onFull: () => void;
  onDownload: ((format: ImageFormat) => void) | undefined;
  onClear: () => void;
};

export function ComparisonBar(props: ComparisonBarProps) {
  const { mode, actions, canOverlay, locked, canStep, controls, full, onFull, onDownload, onClear } = props;
  const isNarrow = useMediaQuery('(width < 40rem)');
  const options = modes.map((value) => ({ value, label: modeLabels[value].label, icon: modeLabels[value].icon }));
  return (
    <div role="toolbar" aria-label="Comparison" className="flex flex-wrap items-center gap-2 sm:gap-x-3">
      {canOverlay && (
        <Segmented
          label="Way to compare"
          value={mode}
          onChange={actions.setMode}
          options={options}
          iconsOnly={isNarrow}
        />
      )}
      <Button
        icon={locked ? Lock : LockOpen}
        aria-pressed={locked}
        onClick={actions.toggleLock}
        className="max-sm:px-2.5"
        variant={locked ? 'secondary' : 'primary'}
      >
        Lock views
      </Button>
      {canStep && (
        <span className="inline-flex">
          <IconButton label="Previous pictures" icon={ChevronLeft} onClick={() => actions.step(-1)} />
          <IconButton label="Next pictures" icon={ChevronRight} onClick={() => actions.step(1)} />
        </span>
      )}
      {controls && <ViewButtons controls={controls} />}
      <span className="contents items-center gap-2 sm:ml-auto sm:inline-flex">
        <span className="inline-flex gap-[inherit] max-sm:ml-auto max-sm:gap-0">
          {onDownload && (
            <Menu
              label="Download comparison"
              variant="ghost"
              icon={Download}
              items={[
                { label: 'As PNG', onSelect: () => onDownload('png') },
                { label: 'As JPEG', onSelect: () => onDownload('jpeg') },
              ]}
            />
          )}
          <IconButton
            label={full ? 'Leave fullscreen' : 'Fullscreen'}
            icon={full ? Minimize : Maximize}
            pressed={full}
            onClick={onFull}
          />
        </span>
        <Button icon={X} onClick={onClear} className="max-sm:grow">
          Clear Selection
        </Button>
      </span>
    </div>
  );
}

const zoomStep = 1.5;
/** Parts of what is in sight. */
const panStep = 0.25;

/** Zooming and moving photos by buttons, for hands that do not drag (WCAG 2.5.7). */
function ViewButtons({ controls }: { controls: ViewControls }) {
  const canPan = useSyncExternalStore(controls.onChange, controls.isNear);
  return (
    <span className="inline-flex flex-wrap">
      <IconButton label="Zoom out" icon={ZoomOut} onClick={() => controls.zoomBy(1 / zoomStep)} />
      <IconButton label="Zoom in" icon={ZoomIn} onClick={() => controls.zoomBy(zoomStep)} />
      <IconButton label="Reset views" icon={RotateCcw} onClick={controls.reset} />
      {canPan && (
        <>
          <IconButton label="Move left" icon={ArrowLeft} onClick={() => controls.panBy(-panStep, 0)} />
          <IconButton label="Move right" icon={ArrowRight} onClick={() => controls.panBy(panStep, 0)} />
          <IconButton label="Move up" icon={ArrowUp} onClick={() => controls.panBy(0, -panStep)} />
          <IconButton label="Move down" icon={ArrowDown} onClick={() => controls.panBy(0, panStep)} />
        </>
      )}
    </span>
  );
}
