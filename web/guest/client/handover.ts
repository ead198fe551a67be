// The one script of the pages in an archive: the ruler of each viewpoint, and comparing any two pictures. It is no module, and fetches nothing.
import { formatDate } from '#contract/core/day-words.ts';
import type { HandoverData } from '#contract/sharing/handover-pages.ts';
import { createChoice, createDivided, type ShownPicture } from './divided.ts';
import { make } from './elements.ts';

const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Of the pictures that stand on the page, in their order. */
function picturesIn(grid: HTMLElement): ShownPicture[] {
  return [...grid.querySelectorAll('figure')].map((figure) => ({
    address: figure.querySelector('img')?.getAttribute('src') ?? figure.querySelector('a')?.getAttribute('href') ?? '',
    name: figure.querySelector('figcaption')?.textContent ?? '',
  }));
}

/** One visit after the other under a slider, beside the first; all of them stay below. */
function addRuler(grid: HTMLElement): void {
  const pictures = picturesIn(grid);
  const [first] = pictures;
  if (!first || pictures.length < 2) return;
  const divided = createDivided();
  const last = pictures.length - 1;
  let [from, to] = [0, last];
  const ruler = make('input', { type: 'range', min: '0', max: String(last), value: String(last) });
  const words = make('span', { className: 'muted' });
  function show(): void {
    const [older, newer] = [pictures[from] ?? first, pictures[to] ?? first] as [ShownPicture, ShownPicture];
    divided.show(older, newer);
    words.textContent = `${older.name} on the left, ${newer.name} on the right`;
    ruler.setAttribute('aria-valuetext', newer.name);
  }
  ruler.addEventListener('input', () => {
    to = Number(ruler.value);
    show();
  });
  const choice = createChoice('Compare with', (at) => {
    from = at;
    show();
  });
  choice.fill(
    pictures.map(({ name }) => name),
    from,
  );
  const label = make('label', { className: 'ruler' }, `Visit of ${grid.dataset.ruler}`, ruler);
  const all = make('details', {}, make('summary', { textContent: `All ${pictures.length} pictures` }));
  grid.before(divided.element, label, words, choice.element, all);
  all.append(grid);
  show();
}

type Side = { visit: number; picture: number };

function addComparing(place: HTMLElement, { visits }: HandoverData): void {
  const shown = visits.filter(({ pictures }) => pictures.length > 0);
  if (shown.length === 0) {
    place.append(make('p', { className: 'muted', textContent: 'This archive has no pictures to compare.' }));
    return;
  }
  const divided = createDivided();
  const names = shown.map(({ captureDate, site }) => [formatDate(captureDate), site].filter(Boolean).join(' · '));
  // The lists are newest first: the first visit is on the left, the latest on the right.
  const sides: [Side, Side] = [
    { visit: shown.length - 1, picture: 0 },
    { visit: 0, picture: 0 },
  ];
  function pictureOf({ visit, picture }: Side): ShownPicture {
    const [name = '', path = ''] = shown[visit]?.pictures[picture] ?? [];
    return { name: `${names[visit]}: ${name}`, address: addressOf(path) };
  }
  const draw = () => divided.show(pictureOf(sides[0]), pictureOf(sides[1]));
  const parts = (['Left', 'Right'] as const).map((label, nth) => {
    const side = sides[nth as 0 | 1];
    const picture = createChoice(`${label}: picture`, (at) => {
      side.picture = at;
      draw();
    });
    const fill = () => picture.fill(shown[side.visit]?.pictures.map(([name]) => name) ?? [], side.picture);
    const visit = createChoice(`${label}: visit`, (at) => {
      const before = shown[side.visit]?.pictures[side.picture]?.[0];
      side.visit = at;
      // The picture of the same name, if there is one: cameras number each flight alike.
      side.picture = Math.max(0, shown[at]?.pictures.findIndex(([name]) => name === before) ?? 0);
      fill();
      draw();
    });
    visit.fill(names, side.visit);
    fill();
    return make('div', {}, visit.element, picture.element);
  });
  place.append(make('div', { className: 'choices' }, ...parts), divided.element);
  draw();
}

for (const grid of document.querySelectorAll<HTMLElement>('[data-ruler]')) addRuler(grid);
const comparing = document.querySelector<HTMLElement>('[data-compare]');
const { handover } = window as unknown as { handover?: HandoverData };
if (comparing && handover) addComparing(comparing, handover);
