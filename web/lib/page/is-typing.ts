// Whether a key belongs to a field, or to a layer over the page, and so is no shortcut of the page.
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/** Whether a dialog, a question or a menu is open, which gets all keys. */
export function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
