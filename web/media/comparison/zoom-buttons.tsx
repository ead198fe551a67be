// Buttons that zoom and move photos, for hands that do not drag.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { PhotoLink } from '#web/media/linked/photo-view.ts';
import { IconButton } from '#web/ui/controls/button.tsx';

/** What of two linked photos, or of a single one, buttons move. */
export type ViewControls = Pick<PhotoLink, 'onChange' | 'isNear' | 'zoomBy' | 'panBy' | 'reset'>;

const zoomStep = 1.5;
/** Parts of what is in sight. */
const panStep = 0.25;

type ViewButtonsProps = { controls: ViewControls };

/** Zooming and moving photos by buttons, for hands that do not drag (WCAG 2.5.7). */
export function ZoomButtons({ controls }: ViewButtonsProps) {
  return (
    <>
      <IconButton label="Zoom out" icon={ZoomOut} onClick={() => controls.zoomBy(1 / zoomStep)} />
      <IconButton label="Zoom in" icon={ZoomIn} onClick={() => controls.zoomBy(zoomStep)} />
      <IconButton label="Reset views" icon={RotateCcw} onClick={controls.reset} />
    </>
  );
}

const directions = [
  { label: 'Move left', icon: ArrowLeft, by: [-panStep, 0] },
  { label: 'Move right', icon: ArrowRight, by: [panStep, 0] },
  { label: 'Move up', icon: ArrowUp, by: [0, -panStep] },
  { label: 'Move down', icon: ArrowDown, by: [0, panStep] },
] as const;

/** They keep their places while there is nothing to move, so that nothing jumps. */
export function PanButtons({ controls }: ViewButtonsProps) {
  const canPan = useSyncExternalStore(controls.onChange, controls.isNear);
  return directions.map(({ label, icon, by: [across, down] }) => (
    <IconButton key={label} label={label} icon={icon} disabled={!canPan} onClick={() => controls.panBy(across, down)} />
  ));
}
