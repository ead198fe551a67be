// Below the pictures: what a mode is steered with, so that nothing has to be dragged (WCAG 2.5.7).
import { ArrowLeftRight, Minus, Pause, Play, Plus } from 'lucide-react';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { Mode, SideName } from './modes.ts';
import type { useBlink } from './use-blink.ts';

type ModeControlsProps = {
  mode: Mode;
  names: Record<SideName, string>;
  at: number;
  onAt: (at: number) => void;
  fade: number;
  onFade: (fade: number) => void;
  blink: ReturnType<typeof useBlink>;
};

const step = 10;

export function ModeControls({ mode, names, at, onAt, fade, onFade, blink }: ModeControlsProps) {
  if (mode === 'side') return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-3">
      {mode === 'swipe' && (
        <>
          <IconButton variant="secondary" label="Move divider left" icon={Minus} onClick={() => onAt(at - step)} />
          <span className="w-28 text-center text-muted text-sm tabular-nums">Divider at {Math.round(at)}%</span>
          <IconButton variant="secondary" label="Move divider right" icon={Plus} onClick={() => onAt(at + step)} />
        </>
      )}
      {mode === 'fade' && (
        <>
          <IconButton
            variant="secondary"
            label={`More of ${names.left}`}
            icon={Minus}
            onClick={() => onFade(fade - step)}
          />
          <input
            type="range"
            aria-label="Fade"
            aria-valuetext={`${Math.round(fade)}% ${names.right}`}
            min={0}
            max={100}
            step={1}
            value={fade}
            onChange={(event) => onFade(Number(event.target.value))}
            className="touch-target h-9 w-full min-w-0 max-w-80 flex-1 accent-(--accent)"
          />
          <IconButton
            variant="secondary"
            label={`More of ${names.right}`}
            icon={Plus}
            onClick={() => onFade(fade + step)}
          />
        </>
      )}
      {mode === 'blink' && (
        <>
          <Button variant="primary" icon={ArrowLeftRight} onClick={blink.change}>
            Switch
          </Button>
          {!blink.calm && (
            <Button icon={blink.running ? Pause : Play} onClick={() => blink.setRunning(!blink.running)}>
              {blink.running ? 'Pause' : 'Play'}
            </Button>
          )}
          <span className="text-muted text-sm">{names[blink.shown]} is shown</span>
        </>
      )}
    </div>
  );
}
