// Zooming and moving pictures by buttons, for hands that do not drag (WCAG 2.5.7).
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import type { LinkedViewport } from './linked-viewport.ts';

const zoomStep = 1.5;
/** Parts of what is in sight. */
const panStep = 0.25;

export function ViewButtons({ views }: { views: LinkedViewport }) {
  const isNear = useSyncExternalStore(views.hear, () => views.left().zoom > 1.001);
  return (
    <span className="inline-flex flex-wrap">
      <IconButton label="Zoom out" icon={ZoomOut} onClick={() => views.zoomBy(1 / zoomStep)} />
      <IconButton label="Zoom in" icon={ZoomIn} onClick={() => views.zoomBy(zoomStep)} />
      <IconButton label="Reset views" icon={RotateCcw} onClick={() => views.zoomBy('reset')} />
      {isNear && (
        <>
          <IconButton label="Move left" icon={ArrowLeft} onClick={() => views.panBy(-panStep, 0)} />
          <IconButton label="Move right" icon={ArrowRight} onClick={() => views.panBy(panStep, 0)} />
          <IconButton label="Move up" icon={ArrowUp} onClick={() => views.panBy(0, -panStep)} />
          <IconButton label="Move down" icon={ArrowDown} onClick={() => views.panBy(0, panStep)} />
        </>
      )}
    </span>
  );
}
