// Below the pictures, on small screens on them: what a mode is controlled with, so that nothing has to be dragged (WCAG 2.5.7).
import { ArrowLeftRight, Minus, Pause, Play, Plus } from 'lucide-react';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import type { ModeState } from './modes.ts';

type ModeControlsProps = { state: ModeState; names: Pair<string>; floating: boolean; onBlink: () => void };

const step = 10;

/** In the corner that the buttons of maps and panoramas leave free. A tap sets the fade: nothing has to be dragged. */
const onPicture =
  'absolute bottom-2 left-2 z-20 flex items-center gap-1 rounded-control bg-surface/90 p-1 shadow-raised print:hidden';

export function ModeControls({ state, names, floating, onBlink }: ModeControlsProps) {
  const { mode, at, setAt, fade, setFade, shown, blink } = state;
  if (mode === 'side') return null;
  return (
    <div
      data-controls={floating ? '' : undefined}
      className={floating ? onPicture : 'flex min-h-11 flex-wrap items-center justify-center gap-3 print:hidden'}
    >
      {mode === 'swipe' && (
        <>
          <IconButton variant="secondary" label="Move divider left" icon={Minus} onClick={() => setAt(at - step)} />
          <span className="compact:w-10 text-center text-muted text-sm tabular-nums roomy:w-28">
            <span className="compact:sr-only">Divider at </span>
            {Math.round(at)}%
          </span>
          <IconButton variant="secondary" label="Move divider right" icon={Plus} onClick={() => setAt(at + step)} />
        </>
      )}
      {mode === 'fade' && (
        <>
          <IconButton
            variant="secondary"
            label={`More of ${names.left}`}
            icon={Minus}
            className="compact:hidden"
            onClick={() => setFade(fade - step)}
          />
          <input
            type="range"
            aria-label="Fade"
            aria-valuetext={`${Math.round(fade)}% ${names.right}`}
            min={0}
            max={100}
            step={1}
            value={fade}
            onChange={(event) => setFade(Number(event.target.value))}
            className="touch-target compact:w-36 h-9 min-w-0 max-w-80 accent-(--accent) roomy:w-full roomy:flex-1"
          />
          <IconButton
            variant="secondary"
            label={`More of ${names.right}`}
            icon={Plus}
            className="compact:hidden"
            onClick={() => setFade(fade + step)}
          />
        </>
      )}
      {mode === 'blink' && (
        <>
          <Button variant="primary" icon={ArrowLeftRight} onClick={onBlink} className="compact:[&_svg]:hidden">
            Switch
          </Button>
          {!blink.reducedMotion && (
            <Button
              icon={blink.running ? Pause : Play}
              onClick={() => blink.setRunning(!blink.running)}
              className="compact:[&_svg]:hidden"
            >
              {blink.running ? 'Pause' : 'Play'}
            </Button>
          )}
          <span className="compact:sr-only text-muted text-sm">{names[shown]} is shown</span>
        </>
      )}
    </div>
  );
}
