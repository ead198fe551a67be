// The one script of pages for guests: pictures large, comparisons under a slider and laid over each other, and the end of the link as it happens.
export const guestScript = `
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
let shown = 0;
const image = make('img', { alt: '' });
const words = make('span', {});
words.setAttribute('aria-live', 'polite');
const save = make('a', { textContent: 'Download' });
const before = make('button', { type: 'button', textContent: 'Previous' });
const after = make('button', { type: 'button', textContent: 'Next' });
const close = make('button', { type: 'button', textContent: 'Close' });
const box = make('dialog', { ariaLabel: 'Picture' }, image, make('div', {}, words, save, before, after, close));
const base = live.slice(0, live.lastIndexOf('/live'));
let viewer = null;
let shows = 0;
function leave() {
  shows += 1;
  viewer?.remove();
  viewer = null;
}
async function look(photo) {
  const own = shows;
  try {
    const { open } = await import(base + '/' + photo.dataset.look + '.js');
    const made = await open(photo.href, words.textContent);
    if (!made) return;
    if (own !== shows || !box.open) return made.remove();
    viewer = made;
    image.after(made);
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
  if (photo.dataset.look) look(photo);
}
photos.forEach((photo, at) => photo.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(at);
}));
before.addEventListener('click', () => show(shown - 1));
after.addEventListener('click', () => show(shown + 1));
close.addEventListener('click', () => box.close());
box.addEventListener('close', () => {
  leave();
  image.removeAttribute('src');
  photos[shown]?.focus();
});
box.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') show(shown - 1);
  if (key === 'ArrowRight') show(shown + 1);
});
let from = null;
image.addEventListener('pointerdown', ({ clientX }) => { from = clientX; });
image.addEventListener('pointerup', ({ clientX }) => {
  const way = from === null ? 0 : clientX - from;
  from = null;
  if (Math.abs(way) > 50) show(shown + (way < 0 ? 1 : -1));
});
image.draggable = false;
image.style.touchAction = 'pan-y pinch-zoom';

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
for (const pair of document.querySelectorAll('.pair')) {
  const { mode = 'swipe', at = '50' } = pair.dataset;
  if (mode === 'side') continue;
  const of = mode === 'fade' ? 'newer' : 'older';
  const slider = make('input', { type: 'range', min: 0, max: 100, value: at, ariaLabel: 'How much of the ' + of + ' picture is shown' });
  slider.addEventListener('input', () => pair.style.setProperty('--at', slider.value + '%'));
  if (at !== '50') pair.style.setProperty('--at', at + '%');
  pair.classList.add('over', mode);
  pair.append(slider);
  if (pair.dataset.warp) lay(pair);
}
`;
