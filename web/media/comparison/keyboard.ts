// The keys of a comparison, wherever the focus is.
import { useEffect, useEffectEvent, useRef } from 'react';
import { isLayerOpen, isSwitchedOff } from '#web/lib/page/letter-keys.ts';
import { type Mode, modeOfKey } from './modes.ts';

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
