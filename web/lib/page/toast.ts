// The toast that is shown: a tiny store, so that any code can show one; the toaster itself loads with the first.
import { createListeners } from '#web/lib/device/listeners.ts';

export type ToastText = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** Until it is dismissed, or the next one comes. */
  stays?: boolean | undefined;
};
export type ShownToast = ToastText & { id: number; open: boolean };

export const toastDuration = 5000;
/** Behaviour §10.5: one at a time; a dismissed one is forgotten after 1,000,000 ms unless the next took its place. */
const removalDelay = 1_000_000;

let shown: ShownToast | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = createListeners();

/** Shows it in place of whatever is shown. */
export function toast(text: ToastText): void {
  clearTimeout(removal);
  lastId += 1;
  show({ ...text, id: lastId, open: true });
}

/** In red: what did not work. */
export function toastFailure(title: string, description?: string): void {
  toast({ title, description, variant: 'destructive' });
}

export function dismissToast(): void {
  if (!shown?.open) return;
  removal = setTimeout(() => show(undefined), removalDelay);
  show({ ...shown, open: false });
}

export function currentToast(): ShownToast | undefined {
  return shown;
}

export const onToast = listeners.add;

function show(next: ShownToast | undefined): void {
  shown = next;
  listeners.notify();
}

/** How much of the top a toast takes that finds no free place: pages, bars that stay and dialogs begin below it (toast-room.css). */
export function makeToastRoom(pixels: number): void {
  document.documentElement.style.setProperty('--toast-room', `${pixels}px`);
}
