// Two pictures one over the other, with a divider that a slider or a drag moves.
import { make } from './elements.ts';

export type ShownPicture = { address: string; name: string };

export type Divided = { element: HTMLElement; show(older: ShownPicture, newer: ShownPicture): void };

export function createDivided(): Divided {
  const older = make('img', {});
  const newer = make('img', { className: 'newer' });
  const box = make('div', { className: 'divided' }, older, newer);
  const slider = make('input', { type: 'range', min: '0', max: '100', value: '50' });
  slider.ariaLabel = 'How much of the first picture is shown';
  const place = (at: string) => {
    slider.value = at;
    box.style.setProperty('--at', `${slider.value}%`);
  };
  slider.addEventListener('input', () => place(slider.value));
  box.addEventListener('pointermove', (event) => {
    if (event.buttons === 0 && event.pointerType === 'mouse') return;
    const { left, width } = box.getBoundingClientRect();
    place(String(Math.round(((event.clientX - left) / width) * 100)));
  });
  box.style.touchAction = 'pan-y';
  return {
    element: make('div', { className: 'dividing' }, box, slider),
    show(first, second) {
      Object.assign(older, { src: first.address, alt: first.name });
      Object.assign(newer, { src: second.address, alt: second.name });
    },
  };
}

/** A labelled choice among these; `chosen` is called with the place of the choice. */
export function createChoice(
  label: string,
  chosen: (at: number) => void,
): { element: HTMLElement; fill(names: readonly string[], at: number): void } {
  const select = make('select', {});
  select.addEventListener('change', () => chosen(select.selectedIndex));
  return {
    element: make('label', { className: 'choice' }, label, select),
    fill(names, at) {
      select.replaceChildren(...names.map((textContent) => make('option', { textContent })));
      select.selectedIndex = at;
    },
  };
}
