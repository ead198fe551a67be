// Pictures of a page for guests shown large, one after the other, in a dialog.
import { button, make } from './elements.ts';
import { zoomable } from './zoomable.ts';

/** A panorama or a map from within, by the script that is fetched when one is opened (sphere.ts, map.ts); null: it stays a flat picture. */
type Viewer = { open(address: string, label: string): Promise<HTMLElement | null> };

/** Milliseconds in which a second tap may follow, which zooms a comparison. */
const secondTap = 350;

/** The open picture is an entry of the history: Back closes it, and a reload opens it again. `base`: the link's own address. */
export function openPictures(base: string): { cancelOpening(): void } {
  const photos = [...document.querySelectorAll<HTMLAnchorElement>('a[data-photo]')];
  let shown = 0;
  let opening: number | undefined;
  let viewer: HTMLElement | null = null;
  /** Counts what was shown: a viewer that comes after the next picture is not. */
  let shows = 0;

  const image = make('img', { alt: '' });
  const stage = make('section', {}, image);
  const words = make('span', {});
  words.setAttribute('aria-live', 'polite');
  const save = make('a', { textContent: 'Download' });
  const large = zoomable(stage, [image], { turn });
  const zooms = [
    button('\u2212', () => large.zoomBy(0.8), 'Zoom out'),
    button('+', () => large.zoomBy(1.25), 'Zoom in'),
  ];
  const turns = [button('Previous', () => turn(-1)), button('Next', () => turn(1))];
  const close = button('Close', () => box.close());
  const bar = make('div', {}, words, ...zooms, save, ...turns, close);
  const box = make('dialog', { ariaLabel: 'Picture' }, stage, bar);

  function leave(): void {
    shows += 1;
    viewer?.remove();
    viewer = null;
    for (const one of zooms) one.hidden = false;
  }

  async function look(photo: HTMLAnchorElement): Promise<void> {
    const own = shows;
    const { open } = (await import(/* @vite-ignore */ `${base}/${photo.dataset.look}.js`)) as Viewer;
    const made = await open(photo.href, words.textContent ?? '');
    if (!made) return;
    if (own !== shows || !box.open) return made.remove();
    viewer = made;
    for (const one of zooms) one.hidden = true;
    stage.after(made);
    made.dispatchEvent(new Event('shown'));
  }

  function show(at: number): void {
    shown = (at + photos.length) % photos.length;
    leave();
    const photo = photos[shown];
    const small = photo?.querySelector('img');
    if (!photo || !small) return;
    image.src = photo.href;
    image.alt = small.alt;
    image.style.backgroundImage = small.currentSrc && `url("${small.currentSrc}")`;
    words.textContent = `${photo.dataset.photo || image.alt}, ${shown + 1} of ${photos.length}`;
    save.hidden = !photo.dataset.save;
    if (photo.dataset.save) save.href = photo.dataset.save;
    if (!box.isConnected) document.body.append(box);
    if (!box.open) box.showModal();
    large.reset();
    if (photo.dataset.look) look(photo).catch(() => undefined);
  }

  function turn(way: number): void {
    show(shown + way);
    history.replaceState({ photo: shown }, '');
  }

  const openPhoto = (): number | undefined => (photos.length > 0 ? history.state?.photo : undefined);

  for (const [at, photo] of photos.entries())
    photo.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const wait = photo.closest('.pair') && event.detail > 0 ? secondTap : 0;
      opening = setTimeout(() => {
        history.pushState({ photo: at }, '');
        show(at);
      }, wait);
    });
  addEventListener('popstate', () => {
    const at = openPhoto();
    if (at === undefined) box.close();
    else show(at);
  });
  box.addEventListener('close', () => {
    leave();
    image.removeAttribute('src');
    photos[shown]?.focus();
    if (openPhoto() !== undefined) history.back();
  });
  box.addEventListener('keydown', (event) => {
    if (viewer?.contains(event.target as Node) || large.onKey(event)) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  });
  const atStart = openPhoto();
  if (atStart !== undefined) show(atStart);
  return { cancelOpening: () => clearTimeout(opening) };
}
