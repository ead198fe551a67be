// The one script of pages for guests: enlarged pictures, comparisons with a slider and overlaid, and the end of the link as it happens.
import { compare } from './compare.ts';
import { openPictures } from './picture-box.ts';
import { sharpenInView } from './sharpen.ts';
import { timeline } from './timeline.ts';

type Film = { open(opener: HTMLElement): void };

const reload = () => location.replace(location.pathname + location.search);

function end(): void {
  for (const one of document.querySelectorAll('img,video,iframe,canvas')) one.remove();
  document.querySelector('main')?.replaceChildren();
  reload();
}

/** `live`: the address of the event stream. Where there are too many, or it breaks, it is asked every few seconds. */
function endWithLink(live: string): void {
  function listen(): void {
    const stream = new EventSource(live);
    stream.addEventListener('ended', () => {
      stream.close();
      end();
    });
    stream.addEventListener('error', async () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      const answer = await fetch(`${live}&once`, { cache: 'no-store' }).catch(() => null);
      if (answer?.status === 404) end();
      else setTimeout(listen, 5000);
    });
  }
  listen();
  // What the browser kept of a page that was left may have ended meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && reload());
}

const live = document.querySelector<HTMLElement>('script[data-live]')?.dataset.live ?? '';
endWithLink(live);
for (const film of document.querySelectorAll('video'))
  film.addEventListener('error', () => {
    film.nextElementSibling?.append(`: ${film.dataset.failed}`);
    film.remove();
  });
addEventListener('load', sharpenInView);
const base = live.slice(0, live.lastIndexOf('/live'));
const { cancelOpening } = openPictures(base);
for (const pair of document.querySelectorAll<HTMLElement>('.pair')) compare(pair, cancelOpening);
for (const time of document.querySelectorAll<HTMLElement>('.time')) timeline(time);

/** Its script comes when somebody shows the page. */
async function show(): Promise<void> {
  const { open } = (await import(/* @vite-ignore */ `${base}/show.js`)) as { open(): void };
  open();
}

const meeting = document.querySelector<HTMLAnchorElement>('[data-show]');
meeting?.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(history.state, '', meeting.href);
  void show().catch(() => location.assign(meeting.href));
});
/** What makes videos comes with the first tap, where the browser may be able to encode one. */
const film = document.querySelector<HTMLButtonElement>('[data-film]');
if (film && 'VideoEncoder' in globalThis) {
  const { textContent: words } = film;
  let loaded: Film | null = null;
  film.hidden = false;
  film.addEventListener('click', async (event) => {
    film.disabled = true;
    film.textContent = 'Loading';
    // A browser keeps that an address could not be loaded.
    const address = `${base}/film.js?${event.timeStamp}`;
    loaded ??= (await import(/* @vite-ignore */ address).catch(() => null)) as Film | null;
    film.disabled = false;
    film.textContent = loaded ? words : 'Not loaded. Try again';
    loaded?.open(film);
  });
}

if (meeting && new URLSearchParams(location.search).has('show')) void show();
