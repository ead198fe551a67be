// Below the pictures: what a mode is controlled with, so that nothing has to be dragged (WCAG 2.5.7).
import { ArrowLeftRight, Minus, Pause, Play, Plus } from 'lucide-react';
import type { Pair } from '#web/media/linked-viewer.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { ModeState } from './modes.ts';

type ModeControlsProps = { state: ModeState; names: Pair<string>; onBlink: () => void };

const step = 10;

export function ModeControls({ state, names, onBlink }: ModeControlsProps) {
  const { mode, at, setAt, fade, setFade, shown, blink } = state;
  if (mode === 'side') return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-3">
      {mode === 'swipe' && (
        <>
          <IconButton variant="secondary" label="Move divider left" icon={Minus} onClick={() => setAt(at - step)} />
          <span className="w-28 text-center text-muted text-sm tabular-nums">Divider at {Math.round(at)}%</span>
          <IconButton variant="secondary" label="Move divider right" icon={Plus} onClick={() => setAt(at + step)} />
        </>
      )}
      {mode === 'fade' && (
        <>
          <IconButton
            variant="secondary"
            label={`More of ${names.left}`}
            icon={Minus}
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
            className="touch-target h-9 w-full min-w-0 max-w-80 flex-1 accent-(--accent)"
          />
          <IconButton
            variant="secondary"
            label={`More of ${names.right}`}
            icon={Plus}
            onClick={() => setFade(fade + step)}
          />
        </>
      )}
      {mode === 'blink' && (
        <>
          <Button variant="primary" icon={ArrowLeftRight} onClick={onBlink}>
            Switch
          </Button>
          {!blink.reducedMotion && (
            <Button icon={blink.running ? Pause : Play} onClick={() => blink.setRunning(!blink.running)}>
              {blink.running ? 'Pause' : 'Play'}
            </Button>
          )}
          <span className="text-muted text-sm">{names[shown]} is shown</span>
        </>
      )}
    </div>
  );
}
