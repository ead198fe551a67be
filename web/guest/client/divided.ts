// Two pictures one over the other with a divider, and a choice among names, in the pages of an archive.
import { followDivider } from '#web/media/shown/divider.ts';
import { make } from './elements.ts';

export type ShownPicture = { address: string; name: string };

export type Divided = { element: HTMLElement; show(older: ShownPicture, newer: ShownPicture): void };

/** As web/media/shown/divided.tsx writes it. */
export function createDivided(): Divided {
  const [older, newer] = [make('img', {}), make('img', {})];
  const figure = (image: HTMLImageElement) => make('figure', {}, make('span', { className: 'photo' }, image));
  const over = figure(newer);
  over.className = 'after';
  const slider = make('input', { type: 'range', min: '0', max: '100', value: '50' });
  slider.ariaLabel = 'How much of the first picture is shown';
  const handle = make('span', { className: 'handle' });
  const element = make('div', { className: 'pair over swipe dragged' }, figure(older), over, slider, handle);
  followDivider(element);
  return {
    element,
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
