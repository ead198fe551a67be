// Whether a key goes into a field, or to what lies over the page, so that it is no shortcut of the page.
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/** Whether a dialog, a question or a menu is open, which has all keys to itself. */
export function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
