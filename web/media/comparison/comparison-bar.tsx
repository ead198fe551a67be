// What can be done with a comparison: the four ways, locking, stepping, zooming, fullscreen, downloading, clearing.
import { ChevronLeft, ChevronRight, Download, Lock, LockOpen, Maximize, Minimize, X } from 'lucide-react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { LinkedViewport } from './linked-viewport.ts';
import { type Mode, modeLabels, modes } from './modes.ts';
import { ViewButtons } from './view-buttons.tsx';

export type PictureFormat = 'png' | 'jpeg';

type ComparisonBarProps = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Only what is shown together can be laid on each other. */
  together: boolean;
  locked: boolean;
  onLock: () => void;
  onStep: ((by: 1 | -1) => void) | undefined;
  /** Pictures alone: spheres and maps carry their own buttons. */
  views: LinkedViewport | undefined;
  full: boolean;
  onFull: () => void;
  onDownload: ((format: PictureFormat) => void) | undefined;
  onClear: () => void;
};

export function ComparisonBar(props: ComparisonBarProps) {
  const { mode, onMode, together, locked, onLock, onStep, views, full, onFull, onDownload, onClear } = props;
  const options = modes.map((value) => ({ value, label: modeLabels[value].label, icon: modeLabels[value].icon }));
  return (
    <div role="toolbar" aria-label="Comparison" className="flex flex-wrap items-center gap-2 sm:gap-x-3">
      {together && (
        <>
          <Segmented
            label="Way to compare"
            value={mode}
            onChange={onMode}
            options={options}
            className="max-sm:hidden"
          />
          <Segmented
            label="Way to compare"
            value={mode}
            onChange={onMode}
            options={options}
            iconsOnly
            className="sm:hidden"
          />
        </>
      )}
      <Button
        icon={locked ? Lock : LockOpen}
        aria-pressed={locked}
        onClick={onLock}
        className="max-sm:px-2.5"
        variant={locked ? 'secondary' : 'primary'}
      >
        Lock views
      </Button>
      {onStep && (
        <span className="inline-flex">
          <IconButton label="Previous pictures" icon={ChevronLeft} onClick={() => onStep(-1)} />
          <IconButton label="Next pictures" icon={ChevronRight} onClick={() => onStep(1)} />
        </span>
      )}
      {views && <ViewButtons views={views} />}
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
