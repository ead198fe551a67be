// Whether single letters are shortcuts on this device: people who dictate, or hit keys by accident, can turn them off (WCAG 2.1.4).
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';

const name = 'letter-keys';

export function areLetterKeysOn(): boolean {
  return readLocalStorage(name) !== 'off';
}

export function setLetterKeys(on: boolean): void {
  writeLocalStorage(name, on ? null : 'off');
}

/** Arrows, the space bar, function keys and those with Ctrl always hold. */
export function isSwitchedOff(key: string): boolean {
  return key.length === 1 && key !== ' ' && !areLetterKeysOn();
}

// Whether a key belongs to a field, or to a layer over the page, and so is no shortcut of the page.
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/** Whether a dialog, a question or a menu is open, which gets all keys. */
export function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
