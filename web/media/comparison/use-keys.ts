// The keys of a comparison, wherever the focus is.
import { useEffect, useRef } from 'react';
import { type Mode, modeOfKey } from './modes.ts';

export type KeyActions = {
  mode: (mode: Mode) => void;
  lock: () => void;
  step: (by: 1 | -1) => void;
  change: () => void;
};

/** What has keys of its own: fields, sliders, tabs, dialogs, players and viewers. */
const ownKeys =
  'input:not([type="radio"]), select, textarea, video, [role="slider"], [role="tab"], [role="application"], [role="menu"], [role="dialog"]';
/** After a g the next key goes to another page (the shell's own keys). */
const patience = 1500;

export function useComparisonKeys(does: KeyActions): void {
  const latest = useRef(does);
  useEffect(() => {
    latest.current = does;
  });
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const afterG = event.timeStamp - gAt < patience;
      gAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (afterG || isTaken(event)) return;
      const deed = deedOf(event, latest.current);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTaken(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey, isComposing, target } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return true;
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true;
  return target instanceof Element && target.closest(ownKeys) !== null;
}

function deedOf({ key, target }: KeyboardEvent, does: KeyActions): (() => void) | undefined {
  const mode = modeOfKey(key.toLowerCase());
  if (mode) return () => does.mode(mode);
  if (key.toLowerCase() === 'l') return does.lock;
  const inRadios = target instanceof Element && target.closest('input[type="radio"]') !== null;
  if (!inRadios && key === 'ArrowRight') return () => does.step(1);
  if (!inRadios && key === 'ArrowLeft') return () => does.step(-1);
  // A button under the focus keeps its own space bar.
  const onButton = target instanceof Element && target.closest('button, a, input, summary') !== null;
  return key === ' ' && !onButton ? does.change : undefined;
}
