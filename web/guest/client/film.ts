// 'Make a video' on pages for guests: a dialog that makes it on the device, saves it and hands it on. Fetched with its encoder by the first tap.
import { formatDate } from '#contract/core/day-words.ts';
import { composeHomographies, type Homography, invertHomography } from '#contract/geometry/homography.ts';
import type { GuestFilm } from '#contract/viewpoints/time-lapse.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import { openEncoder } from '#web/media/time-lapse/encoder.ts';
import {
  CannotEncode,
  type Film,
  filmNotes,
  makeTimeLapse,
  TooFewPictures,
} from '#web/media/time-lapse/make-time-lapse.ts';
import type { Resolution } from '#web/media/time-lapse/time-lapse-plan.ts';
import { button, make } from './elements.ts';
import { savesData } from './sharpen.ts';

type Picture = GuestFilm['pictures'][number] & { addressAt: (size: string) => string };

/** The server says how each lies on the newest one of all, which is left out where it cannot be loaded. */
function placesOnLast(pictures: readonly Picture[], newest: Picture | undefined): (Homography | null)[] {
  const last = pictures.at(-1);
  if (last === newest) return pictures.map(({ matrix }) => matrix);
  const back = last?.matrix ? invertHomography(last.matrix) : null;
  return pictures.map((one) => (one !== last && one.matrix && back ? composeHomographies(one.matrix, back) : null));
}

async function load(address: string, signal: AbortSignal): Promise<GuestFilm> {
  const answer = await fetch(address, { cache: 'no-store', signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

const lost = 'The pictures could not be loaded. Check your connection and try again.';
const failed = 'The video could not be made. Try again, or choose the smaller size.';
const tooFew = 'Fewer than three pictures could be loaded, too few for a video.';
class LostLine extends Error {}

function sentenceOf(error: unknown): string {
  if (error instanceof TooFewPictures) return tooFew;
  return error instanceof LostLine ? lost : failed;
}

/** A small screen, or one whose owner saves data, gets the smaller file unless somebody chooses. */
const usual = (): Resolution => (savesData() || matchMedia('(max-width:40rem)').matches ? '720p' : '1080p');

function choice(chosen: Resolution, choose: (resolution: Resolution) => void): HTMLElement {
  const names = { '1080p': '1080p', '720p': '720p, a smaller file' } as const;
  const options = (['1080p', '720p'] as const).map((value) => {
    const radio = make('input', { type: 'radio', name: 'film-size', checked: value === chosen });
    radio.addEventListener('change', () => choose(value));
    return make('label', {}, radio, ` ${names[value]}`);
  });
  return make('fieldset', {}, make('legend', { textContent: 'Size of the video' }), ...options);
}

const muted = (textContent: string) => make('p', { className: 'muted', textContent });

function describe({ pictures }: GuestFilm): HTMLElement[] {
  const days = [pictures[0], pictures.at(-1)].map((one) => formatDate(one?.captureDate ?? ''));
  return [
    make('p', { textContent: `${count(pictures.length, 'picture')}, ${days.join(' to ')}` }),
    muted(
      'The pictures are aligned with the newest one where possible and fade into each other, with their date and the project’s name. The video is made on this device and sent nowhere.',
    ),
  ];
}

/** A plain link: in the browsers of messengers, which may know neither downloads nor sharing, it can still be held down. */
function handing({ file }: Film, url: string): HTMLElement[] {
  const save = make('a', { href: url, download: file.name, textContent: `Save video · ${formatSize(file.size)}` });
  save.className = 'button';
  const shared = { files: [file] };
  if (!navigator.canShare?.(shared)) return [save];
  return [button('Share', () => void navigator.share(shared).catch(() => undefined)), save];
}

/** Browsers within messengers share nothing, and many save nothing. */
const elsewhere = 'If nothing is saved, open this page in another browser and make the video there.';

function made(film: Film, url: string): HTMLElement[] {
  const { width, height } = film.size;
  const video = make('video', { src: url, controls: true, muted: true, playsInline: true, width, height });
  video.ariaLabel = 'The video';
  const isConfined = !navigator.canShare && matchMedia('(pointer:coarse)').matches;
  return [video, ...[...filmNotes(film), isConfined ? elsewhere : []].flat().map(muted)];
}

export function open(opener: HTMLElement): void {
  const address = opener.dataset.film ?? '';
  const leaving = new AbortController();
  let running = new AbortController();
  let resolution = usual();
  let url = '';

  const title = make('h2', { id: 'film-title', textContent: 'Make a video' });
  const words = make('p', {});
  words.setAttribute('role', 'status');
  const body = make('div', {});
  const acts = make('div', { className: 'acts' });
  const box = make('dialog', { className: 'film' }, title, words, body, acts);
  box.setAttribute('aria-labelledby', title.id);
  const close = () => button('Close', () => box.close());

  /** The last act is the one that leads on. */
  function show(said: string, inside: readonly Node[], acting: readonly HTMLElement[]): void {
    words.textContent = said;
    body.replaceChildren(...inside);
    acts.replaceChildren(...acting);
    acting.at(-1)?.focus();
  }

  async function prepare(): Promise<void> {
    show('Loading', [], [close()]);
    try {
      ready(await load(address, leaving.signal));
    } catch {
      if (!leaving.signal.aborted) show(lost, [], [close(), button('Try again', () => void prepare())]);
    }
  }

  function ready(film: GuestFilm): void {
    const chosen = choice(resolution, (next) => {
      resolution = next;
    });
    show('', [...describe(film), chosen], [close(), button('Make video', () => void start(film))]);
  }

  async function start(film: GuestFilm): Promise<void> {
    const own = new AbortController();
    running = own;
    const progress = make('progress', { max: 100, value: 0 });
    progress.ariaLabel = 'Making the video';
    const share = muted('0 %');
    const cancel = button('Cancel', () => {
      own.abort();
      ready(film);
    });
    show('Making the video', [progress, share], [cancel]);
    const pictures = film.pictures.map((one): Picture => ({ ...one, addressAt: (size) => `${one.path}/${size}` }));
    try {
      const result = await makeTimeLapse({
        ...{ pictures, place: film.place, resolution, openEncoder, signal: own.signal },
        onProgress(done) {
          progress.value = Math.floor(done * 100);
          share.textContent = `${progress.value} %`;
        },
        align: async (all) => placesOnLast(all, pictures.at(-1)),
        checkConnection: () =>
          load(address, own.signal).catch(() => {
            throw new LostLine();
          }),
      });
      if (!own.signal.aborted) done(result);
    } catch (error) {
      if (own.signal.aborted) return;
      if (error instanceof CannotEncode) show('This browser cannot make videos.', [], [close()]);
      else show(sentenceOf(error), [], [close(), button('Try again', () => ready(film))]);
    }
  }

  function done(film: Film): void {
    const { width, height } = film.size;
    url = URL.createObjectURL(film.file);
    const kind = film.file.type === 'video/mp4' ? 'MP4' : 'WebM';
    show(`The video is ready: ${width} × ${height}, ${kind}`, made(film, url), [close(), ...handing(film, url)]);
  }

  box.addEventListener('close', () => {
    leaving.abort();
    running.abort();
    URL.revokeObjectURL(url);
    box.remove();
    opener.focus();
    if (history.state?.film) history.back();
  });
  // Back closes it.
  addEventListener('popstate', () => box.close(), { signal: leaving.signal });
  document.body.append(box);
  history.pushState({ film: true }, '');
  box.showModal();
  void prepare();
}
