// While what a key or a tap opened is still on its way, the keyboard is its own: what is typed is kept for it, and nothing beneath it hears a key.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';
type TextField = HTMLInputElement | HTMLTextAreaElement;

type Opens = {
  /** It was asked for. */
  open: boolean;
  /** Its code has come. */
  isThere: boolean;
  onCancel: () => void;
};

/** So long what is there may take to bring the focus into itself. */
const focusMs = 1000;

/** Ends by itself once the focus is in a dialog or menu that was opened. */
export function useHeldKeys({ open, isThere, onCancel }: Opens): void {
  const cancel = useEffectEvent(onCancel);
  const end = useRef<() => void>(undefined);
  // Before the next key.
  useLayoutEffect(() => {
    if (!open) return;
    end.current = holdKeys(() => cancel());
    return end.current;
  }, [open]);
  useEffect(() => {
    if (!open || !isThere) return;
    const timer = setTimeout(() => end.current?.(), focusMs);
    return () => clearTimeout(timer);
  }, [open, isThere]);
}

/** What these keys type; '\n' is Enter. */
export function textOf(keys: readonly string[]): string {
  return keys.reduce((text, key) => {
    if (key === 'Backspace') return text.slice(0, -1);
    if (key === 'Enter') return `${text}\n`;
    return key.length === 1 ? text + key : text;
  }, '');
}

/** Calls `onCancel` on Escape. Answers how it ends. */
export function holdKeys(onCancel: () => void): () => void {
  const from = document.activeElement?.closest(layers);
  const keys: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function onKey(event: KeyboardEvent) {
    const { type, key, ctrlKey, metaKey, altKey, repeat } = event;
    event.stopImmediatePropagation();
    // Those of the browser and of the device.
    if (ctrlKey || metaKey || altKey || /^F\d/.test(key)) return;
    event.preventDefault();
    if (type === 'keyup') return;
    if (key === 'Escape') onCancel();
    // One that is held down opened it.
    else if (!repeat) keys.push(key);
  }
  function onFocus({ target }: FocusEvent) {
    const layer = target instanceof Element && target.closest(layers);
    if (!layer || layer === from || timer) return;
    // Once it listens to what is typed.
    timer = setTimeout(() => {
      end();
      give(layer, keys);
    });
  }
  function end() {
    clearTimeout(timer);
    removeEventListener('keydown', onKey, true);
    removeEventListener('keyup', onKey, true);
    removeEventListener('focusin', onFocus, true);
  }
  // Before anybody else's.
  addEventListener('keydown', onKey, true);
  addEventListener('keyup', onKey, true);
  addEventListener('focusin', onFocus, true);
  return end;
}

/** As if they were pressed there now. On a phone with keys no field has the focus yet. */
function give(layer: Element, keys: readonly string[]): void {
  const { activeElement } = document;
  const first = layer.querySelector('form :is(input, textarea):not(:disabled)');
  const field = [activeElement, first].find(isTextField);
  if (field) type(field, textOf(keys));
  else press(keys);
}

function type(field: TextField, text: string): void {
  if (text === '') return;
  field.focus();
  const [line = '', ...more] = field instanceof HTMLTextAreaElement ? [text] : text.split('\n');
  field.setRangeText(line, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: line }));
  if (more.length > 0) press(['Enter']);
}

/** One after the other, each after what the one before it did. No button is clicked by these. */
function press([key, ...others]: readonly string[]): void {
  if (key === undefined) return;
  setTimeout(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press(others);
  });
}

/** Of dates, numbers and addresses browsers tell no place of the caret, and so nothing can be put there. */
function isTextField(element: Element | null): element is TextField {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && /^(text|search|url|tel|password)$/.test(element.type);
}
