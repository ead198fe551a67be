// Moves the divider of two pictures: by the slider, and by a finger or the mouse on the pictures themselves. No framework: guests load it too.

/** `at`: per cent; the styles draw the rest. */
export function placeDivider(pair: HTMLElement, at: number): void {
  const slider = pair.querySelector('input');
  if (slider) slider.value = String(at);
  pair.style.setProperty('--at', `${at}%`);
}

/** Where this is between the edges of the pictures, in per cent. */
export function shareAcross({ clientX }: MouseEvent, pictures: Element): number {
  const { left, width } = pictures.getBoundingClientRect();
  return Math.max(0, Math.min(1, (clientX - left) / (width || 1))) * 100;
}

/** Moves by keys alone; what follows a finger is for the caller. */
export function followSlider(pair: HTMLElement): void {
  const slider = pair.querySelector('input');
  slider?.addEventListener('input', () => placeDivider(pair, Number(slider.value)));
}

/** For pictures that are neither enlarged nor opened: a drag that starts anywhere on them moves the divider. */
export function followDivider(pair: HTMLElement): void {
  followSlider(pair);
  pair.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    pair.setPointerCapture(event.pointerId);
    pair.querySelector('input')?.focus({ preventScroll: true });
    // Else the browser would take the focus away again.
    event.preventDefault();
    placeDivider(pair, shareAcross(event, pair));
  });
  pair.addEventListener('pointermove', (event) => {
    if (pair.hasPointerCapture(event.pointerId)) placeDivider(pair, shareAcross(event, pair));
  });
}
