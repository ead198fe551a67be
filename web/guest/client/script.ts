// The one script of pages for guests: enlarged pictures, comparisons with a slider and overlaid, and the end of the link as it happens.
import { compare } from './compare.ts';
import { openPictures } from './picture-box.ts';
import { sharpenInView } from './sharpen.ts';

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
const { cancelOpening } = openPictures(live.slice(0, live.lastIndexOf('/live')));
for (const pair of document.querySelectorAll<HTMLElement>('.pair')) compare(pair, cancelOpening);
