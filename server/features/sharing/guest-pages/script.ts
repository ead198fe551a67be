// The one script of guest pages: enlarged pictures, comparisons with a slider and overlaid, and the end of the link as it happens.
import { zoomScript } from './scripts/zoom-script.ts';

export const guestScript = `${zoomScript}
const live = document.querySelector('script[data-live]').dataset.live;
const reload = () => location.replace(location.pathname + location.search);
function end() {
  for (const one of document.querySelectorAll('img,video,iframe,canvas')) one.remove();
  document.querySelector('main')?.replaceChildren();
  reload();
}
function listen() {
  const stream = new EventSource(live);
  stream.addEventListener('ended', () => {
    stream.close();
    end();
  });
  stream.addEventListener('error', async () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    const answer = await fetch(live + '&once', { cache: 'no-store' }).catch(() => null);
    if (answer?.status === 404) end();
    else setTimeout(listen, 5000);
  });
}
listen();
addEventListener('pageshow', ({ persisted }) => persisted && reload());
for (const film of document.querySelectorAll('video')) film.addEventListener('error', () => {
  film.nextElementSibling.append(': ' + film.dataset.failed);
  film.remove();
});

const photos = [...document.querySelectorAll('a[data-photo]')];
function make(tag, facts, ...inside) {
  const made = Object.assign(document.createElement(tag), facts);
  made.append(...inside);
  return made;
}
const button = (textContent, act, ariaLabel = textContent) => {
  const made = make('button', { type: 'button', textContent, ariaLabel });
  made.addEventListener('click', act);
  return made;
};

/** One after the other, once the page's first pictures are there; none for whoever saves data. */
let finer = Promise.resolve();
function sharpen(image, address = image.dataset.fine) {
  if (image.src.endsWith(address)) return;
  delete image.dataset.fine;
  const next = make('img', { fetchPriority: 'low', src: address });
  return next.decode().then(() => { image.src = address; }, () => undefined);
}
addEventListener('load', () => {
  if (navigator.connection?.saveData) return;
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      if (target.clientWidth * devicePixelRatio > 480) finer = finer.then(() => target.dataset.fine && sharpen(target));
    }
  });
  for (const image of document.querySelectorAll('img[data-fine]')) near.observe(image);
});

let shown = 0;
const image = make('img', { alt: '' });
const stage = make('section', {}, image);
const words = make('span', {});
words.setAttribute('aria-live', 'polite');
const save = make('a', { textContent: 'Download' });
const large = zoomable(stage, [image], { turn });
const zooms = [button('\u2212', () => large.zoomBy(0.8), 'Zoom out'), button('+', () => large.zoomBy(1.25), 'Zoom in')];
const box = make('dialog', { ariaLabel: 'Picture' }, stage, make('div', {}, words, ...zooms, save,
  button('Previous', () => turn(-1)), button('Next', () => turn(1)), button('Close', () => box.close())));
const base = live.slice(0, live.lastIndexOf('/live'));
let viewer = null;
let shows = 0;
function leave() {
  shows += 1;
  viewer?.remove();
  viewer = null;
  for (const one of zooms) one.hidden = false;
}
async function look(photo) {
  const own = shows;
  try {
    const { open } = await import(base + '/' + photo.dataset.look + '.js');
    const made = await open(photo.href, words.textContent);
    if (!made) return;
    if (own !== shows || !box.open) return made.remove();
    viewer = made;
    for (const one of zooms) one.hidden = true;
    stage.after(made);
    made.dispatchEvent(new Event('shown'));
  } catch {}
}
document.body.append(box);
function show(at) {
  shown = (at + photos.length) % photos.length;
  leave();
  const photo = photos[shown];
  image.src = photo.href;
  const small = photo.querySelector('img');
  image.alt = small.alt;
  image.style.backgroundImage = small.currentSrc && 'url("' + small.currentSrc + '")';
  words.textContent = (photo.dataset.photo || image.alt) + ', ' + (shown + 1) + ' of ' + photos.length;
  save.hidden = !photo.dataset.save;
  if (photo.dataset.save) save.href = photo.dataset.save;
  if (!box.open) box.showModal();
  large.reset();
  if (photo.dataset.look) look(photo);
}
function turn(way) {
  show(shown + way);
  history.replaceState({ photo: shown }, '');
}
/** The open picture is an entry of the history: Back closes it, and a reload opens it again. */
const openPhoto = () => photos.length > 0 ? history.state?.photo : undefined;
let opening;
photos.forEach((photo, at) => photo.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // In a comparison a second tap may follow, which zooms.
  opening = setTimeout(() => {
    history.pushState({ photo: at }, '');
    show(at);
  }, photo.closest('.pair') && event.detail > 0 ? 350 : 0);
}));
addEventListener('popstate', () => {
  if (openPhoto() !== undefined) show(openPhoto());
  else box.close();
});
box.addEventListener('close', () => {
  leave();
  image.removeAttribute('src');
  photos[shown]?.focus();
  if (openPhoto() !== undefined) history.back();
});
box.addEventListener('keydown', (event) => {
  if (viewer?.contains(event.target) || large.onKey(event)) return;
  if (event.key === 'ArrowLeft') turn(-1);
  if (event.key === 'ArrowRight') turn(1);
});
if (openPhoto() !== undefined) show(openPhoto());

function lay(pair) {
  const [older, newer] = pair.querySelectorAll('img');
  const [a, b, c, d, e, f, g, h] = pair.dataset.warp.split(',').map(Number);
  const sizeOf = ({ offsetWidth, offsetHeight, naturalWidth, naturalHeight }) => {
    const scale = Math.min(offsetWidth / naturalWidth, offsetHeight / naturalHeight);
    return [naturalWidth * scale, naturalHeight * scale];
  };
  function place() {
    if (!older.naturalWidth || !newer.naturalWidth) return;
    const [[w, t], [W, T]] = [sizeOf(older), sizeOf(newer)];
    const numbers = [a * W / w, d * T / w, 0, g / w, b * W / t, e * T / t, 0, h / t, 0, 0, 1, 0, c * W, f * T, 0, 1];
    older.style.transform = 'matrix3d(' + numbers.join() + ')';
  }
  const sizes = new ResizeObserver(place);
  for (const one of [older, newer]) {
    one.addEventListener('load', place);
    sizes.observe(one);
  }
}
/** Both pictures move together; what is in sight of each stays with its own image. */
function compare(pair) {
  const slider = pair.querySelector('input');
  const areas = [...pair.querySelectorAll('.photo')];
  const layers = areas.map((area) => {
    const layer = make('span', { className: 'layer' }, ...area.childNodes);
    area.append(layer);
    return layer;
  });
  const placeOf = ({ clientX }) => {
    const { left, width } = areas[0].getBoundingClientRect();
    return Math.max(0, Math.min(1, (clientX - left) / width)) * 100;
  };
  const set = () => pair.style.setProperty('--at', slider.value + '%');
  slider?.addEventListener('input', set);
  const slide = slider && ((event) => {
    slider.value = placeOf(event);
    set();
  });
  const isHandle = (event) => pair.dataset.mode === 'swipe' && Math.abs(placeOf(event) - slider.value) < 6;
  const zoomed = () => {
    for (const one of pair.querySelectorAll('img')) sharpen(one, one.closest('a').getAttribute('href'));
  };
  const double = () => clearTimeout(opening);
  const { onKey } = zoomable(pair, layers, { slide, isHandle, zoomed, double });
  pair.addEventListener('keydown', (event) => event.target !== slider && onKey(event));
  if (pair.dataset.warp) lay(pair);
}
for (const pair of document.querySelectorAll('.pair')) compare(pair);
`;
