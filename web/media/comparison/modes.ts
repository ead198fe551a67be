// The four ways to compare two visits, their live state (divider, fade, which one blinking shows), and the keys of a comparison.

import { Blend, Columns2, type LucideIcon, SplitSquareHorizontal, ToggleLeft } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { isLayerOpen, isSwitchedOff } from '#web/lib/page/letter-keys.ts';
import {
  type ComparisonState,
  type SetComparison,
  useLaggingParam,
  useLatest,
} from '#web/media/linked/comparison-params.ts';
import { otherSide, type SideName } from '#web/media/linked/linked-viewer.ts';

// Which screens show a comparison in which way, for the few choices that CSS cannot make.

/** Phones, however they are held, and windows as small; the variant of this name in styles.css. */
export const compact = '(width < 48rem) or (height < 30rem)';
/** Room for two things beside each other; the variant of this name in styles.css. */
export const beside = '(width >= 48rem) or ((width >= 30rem) and (orientation: landscape))';

// The keys of a comparison, wherever the focus is.
export type KeyActions = {
  setMode: (mode: Mode) => void;
  toggleLock: () => void;
  toggleAligned: () => void;
  step: (by: 1 | -1) => void;
  toggleBlink: () => void;
};

/** What has keys of its own: fields, sliders, tabs, dialogs, players and viewers. */
const withOwnKeys =
  'input:not([type="radio"]), select, textarea, video, [role="slider"], [role="tab"], [role="application"], [role="menu"], [role="dialog"]';
/** After a g the next key goes to another page (the shell's own keys). */
const goKeyTimeoutMs = 1500;

export function useComparisonKeys(actions: KeyActions): void {
  const goKeyAt = useRef(Number.NEGATIVE_INFINITY);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isAfterGo = event.timeStamp - goKeyAt.current < goKeyTimeoutMs;
    goKeyAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const action = isAfterGo || isHandledElsewhere(event) ? undefined : actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isHandledElsewhere(event: KeyboardEvent): boolean {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey, isComposing, target } = event;
  if (isSwitchedOff(key) || defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return true;
  if (isLayerOpen()) return true;
  return target instanceof Element && target.closest(withOwnKeys) !== null;
}

function actionOf({ key, target }: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  const mode = modeOfKey(key.toLowerCase());
  if (mode) return () => actions.setMode(mode);
  if (key.toLowerCase() === 'l') return actions.toggleLock;
  if (key.toLowerCase() === 'a') return actions.toggleAligned;
  const inRadios = target instanceof Element && target.closest('input[type="radio"]') !== null;
  if (!inRadios && key === 'ArrowRight') return () => actions.step(1);
  if (!inRadios && key === 'ArrowLeft') return () => actions.step(-1);
  // A button under the focus keeps its own space bar.
  const onButton = target instanceof Element && target.closest('button, a, input, summary') !== null;
  return key === ' ' && !onButton ? actions.toggleBlink : undefined;
}

export type Mode = ComparisonState['mode'];
export const modes: readonly Mode[] = ['side', 'swipe', 'fade', 'blink'];

export const modeLabels: Record<Mode, { label: string; icon: LucideIcon; keys: readonly string[] }> = {
  side: { label: 'Side by side', icon: Columns2, keys: ['1', 's'] },
  swipe: { label: 'Swipe', icon: SplitSquareHorizontal, keys: ['2', 'w'] },
  fade: { label: 'Fade', icon: Blend, keys: ['3', 'f'] },
  blink: { label: 'Blink', icon: ToggleLeft, keys: ['4', 'b'] },
};

/** The mode of a key; undefined for any other key. */
export function modeOfKey(key: string): Mode | undefined {
  return modes.find((mode) => modeLabels[mode].keys.includes(key));
}

/** How the right side is overlaid on the left one. */
export type Layering = {
  mode: Mode;
  /** Swipe: the divider, in percent from the left; the left side is to the left of it. */
  at: number;
  /** Fade: how much of the right side is visible, in percent. */
  fade: number;
  /** Blink: the visible side. */
  shown: SideName;
};

export type ModeState = Layering & {
  setAt: (at: number) => void;
  setFade: (fade: number) => void;
  blink: ReturnType<typeof useBlink>;
};

export function useModeState(mode: Mode, state: ComparisonState, setState: SetComparison): ModeState {
  const [at, setAt] = usePercent('at', state, setState);
  const [fade, setFade] = usePercent('fade', state, setState);
  const blink = useBlink(mode === 'blink', state.shown, (shown) => setState({ shown }));
  return { mode, at, setAt, fade, setFade, shown: blink.shown, blink };
}

function usePercent(name: 'at' | 'fade', state: ComparisonState, setState: SetComparison) {
  const { value, set } = useLaggingParam(name, state[name], setState);
  const setPercent = useCallback((next: number) => set(Math.round(Math.min(100, Math.max(0, next)) * 10) / 10), [set]);
  return [value, setPercent] as const;
}

/** One change a second is half a flash: far below the three that may harm (WCAG 2.3.1). */
const blinkMs = 1000;

/** Automatic at a calm pace, or manual. With reduced motion it never starts by itself. */
function useBlink(active: boolean, fromUrl: SideName, write: (side: SideName) => void) {
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [wanted, setWanted] = useState(true);
  const [shown, setShown] = useLatest(fromUrl);
  const running = active && wanted && !reducedMotion;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setShown(otherSide), blinkMs);
    return () => clearInterval(timer);
  }, [running, setShown]);
  return {
    shown,
    running,
    reducedMotion,
    setRunning(now: boolean) {
      setWanted(now);
      if (!now) write(shown);
    },
    /** Manual: it stays where it was put. */
    toggle() {
      setWanted(false);
      setShown(otherSide(shown));
      write(otherSide(shown));
    },
  };
}
