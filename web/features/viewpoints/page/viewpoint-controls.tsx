// The buttons beside the ruler: from visit to visit, playing, jumping to a date, comparing.

import { Columns2, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count } from '#web/lib/format/format.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import type { Reach } from './use-dates.ts';

// Plays the dates of a viewpoint one after the other, each once its time has come and its picture is loaded.
const speeds = [1, 2, 3, 4] as const;
export type Speed = (typeof speeds)[number];

type PlayerOptions = {
  index: number;
  /** It plays from the first to the last of these. */
  reach: Reach;
  show: (index: number) => void;
  /** Resolves when the picture of that date can be shown at once, or cannot be loaded. */
  ready: (index: number) => Promise<unknown>;
};

export function usePlayer({ index, reach: [first, last], show, ready }: PlayerOptions) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(2);
  const advance = useEffectEvent((to: number) => {
    show(to);
    if (to >= last) setPlaying(false);
  });
  const whenReady = useEffectEvent(ready);
  const next = index + 1;
  useEffect(() => {
    if (!isPlaying || next > last) return;
    let left = false;
    const time = new Promise((passed) => setTimeout(passed, 1000 / speed));
    void Promise.all([time, whenReady(next)]).then(() => !left && advance(next));
    return () => {
      left = true;
    };
  }, [isPlaying, speed, next, last]);
  return {
    isPlaying: isPlaying && index < last,
    speed,
    setSpeed,
    pause: () => setPlaying(false),
    /** From the first date where the last one is shown. */
    toggle() {
      if (!isPlaying && index >= last) show(first);
      setPlaying(!isPlaying);
    },
  };
}

type ViewpointControlsProps = {
  days: readonly string[];
  index: number;
  reach: Reach;
  player: ReturnType<typeof usePlayer>;
  isPair: boolean;
  onJump: (index: number) => void;
  onCompare: () => void;
};

export function ViewpointControls({ days, index, reach, player, isPair, onJump, onCompare }: ViewpointControlsProps) {
  const [from, to] = reach;
  if (days.length === 1)
    return <p className="py-2 text-muted tabular-nums">{formatDate(days[0] ?? '')}, the only visit so far</p>;
  return (
    <div
      role="toolbar"
      aria-label="Dates"
      className="flex flex-wrap items-center gap-x-1 gap-y-1 sm:gap-x-2 print:hidden"
    >
      <span className="inline-flex">
        <IconButton
          label="Previous visit"
          icon={SkipBack}
          disabled={index === from}
          onClick={() => onJump(index - 1)}
        />
        <IconButton
          label={player.isPlaying ? 'Pause' : 'Play'}
          icon={player.isPlaying ? Pause : Play}
          onClick={player.toggle}
        />
        <IconButton label="Next visit" icon={SkipForward} disabled={index === to} onClick={() => onJump(index + 1)} />
      </span>
      <Select
        aria-label="Go to date"
        className={classNames('min-w-0 flex-1 sm:max-w-44', player.isPlaying && 'max-sm:hidden')}
        value={String(index)}
        onChange={(event) => onJump(Number(event.target.value))}
      >
        {days.map((day, each) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their position distinguishes two visits on one day
          <option key={each} value={each} disabled={each < from || each > to}>
            {shortDay(day)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Speed"
        // On a phone there is room for one of the two.
        className={classNames('sm:w-36', player.isPlaying ? 'max-sm:flex-1' : 'max-sm:hidden')}
        value={String(player.speed)}
        onChange={(event) => player.setSpeed(Number(event.target.value) as Speed)}
      >
        {speeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed} a second
          </option>
        ))}
      </Select>
      <span className="text-muted text-sm tabular-nums max-sm:sr-only">
        {index + 1} of {count(days.length, 'visit')}
      </span>
      <Button icon={Columns2} aria-pressed={isPair} onClick={onCompare} className="ml-auto">
        <span className="max-sm:sr-only">{isPair ? 'End comparison' : 'Compare'}</span>
      </Button>
    </div>
  );
}
