// Makes a time-lapse: pictures of one place in order of time, aligned to the newest one and cross-faded (behaviour §11.7). For guests too.

import { formatDate } from '#contract/core/day-words.ts';
import type { Homography } from '#contract/geometry/homography.ts';
import { minFilmedPictures } from '#contract/viewpoints/time-lapse.ts';
import { count } from '#web/lib/format/format.ts';
import { fileName } from '#web/lib/page/save-file.ts';
import { blankCanvas, drawPicture, type FilmedPicture, ratioOfPicture, releaseCanvas } from './draw-picture.ts';
import type { Encoder, OpenEncoder } from './encoder.ts';
import { frameCount, frameSize, framesTo, paceOf, type Resolution, type Size } from './time-lapse-plan.ts';

// The drawn pictures that a time-lapse needs at the moment: a few at most, each released as soon as it is no longer needed.

/** The two that are cross-faded, and the one being fetched. */
export const heldPictures = 3;

type Held = { release(): void };
type StoreOptions<Picture> = {
  /** Null: it is unavailable. */
  load: (index: number) => Promise<Picture | null>;
  limit?: number;
};

/** For a single caller that takes one after the other. */
export function createPictureStore<Picture extends Held>({ load, limit = heldPictures }: StoreOptions<Picture>) {
  const held = new Map<number, Picture>();
  let isClosed = false;

  function drop(index: number): void {
    held.get(index)?.release();
    held.delete(index);
  }

  return {
    async take(index: number): Promise<Picture | null> {
      const there = held.get(index);
      if (there) return there;
      // Drops the oldest first, to stay within the limit.
      for (const old of [...held.keys()].slice(0, Math.max(0, held.size + 1 - limit))) drop(old);
      const picture = await load(index);
      if (picture && isClosed) picture.release();
      if (!picture || isClosed) return null;
      held.set(index, picture);
      return picture;
    },
    /** Final: a picture that is still loading is released when it arrives. */
    close(): void {
      isClosed = true;
      for (const index of [...held.keys()]) drop(index);
    },
  };
}

// The text burned into a time-lapse: the day of the picture and the place.
export type Caption = { date: string; place: string };

const family = '"Inter Variable", system-ui, sans-serif';

/** White on a scrim at the lower edge; text too long for its line is cut with an ellipsis. */
export function drawCaption(context: CanvasRenderingContext2D, { width, height }: Size, { date, place }: Caption) {
  const unit = Math.max(12, Math.min(width, height) / 24);
  const top = height - unit * 3.6;
  const scrim = context.createLinearGradient(0, top, 0, height);
  scrim.addColorStop(0, 'rgb(0 0 0 / 0)');
  scrim.addColorStop(1, 'rgb(0 0 0 / 0.75)');
  context.fillStyle = scrim;
  context.fillRect(0, top, width, height - top);
  context.fillStyle = '#ffffff';
  const room = width - unit * 2;
  context.font = `600 ${unit}px ${family}`;
  context.fillText(cutTo(context, date, room), unit, height - unit * 1.75);
  context.font = `500 ${unit * 0.62}px ${family}`;
  context.fillText(cutTo(context, place, room), unit, height - unit * 0.8);
}

/** Characters that would reverse the text after them; each line stands alone. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** By whole characters. */
function cutTo(context: CanvasRenderingContext2D, text: string, room: number): string {
  const signs = Array.from(text.replace(turns, ''));
  const whole = signs.join('');
  if (context.measureText(whole).width <= room) return whole;
  const cut = () => `${signs.join('').trimEnd()}…`;
  while (signs.length > 1 && context.measureText(cut()).width > room) signs.pop();
  return cut();
}

export type Film = {
  file: File;
  size: Size;
  /** Days whose picture could not be loaded, and how many pictures could not be aligned to the newest one. */
  missing: readonly string[];
  unaligned: number;
};

/** What is to be said of it besides. */
export function filmNotes({ missing, unaligned }: Film): string[] {
  const left = missing.length === 1 ? 'Its picture' : 'Their pictures';
  const out = `${missing.map(formatDate).join(', ')}: left out. ${left} could not be loaded.`;
  const aside = `${count(unaligned, 'picture')} could not be aligned with the newest one, or not yet, and ${unaligned === 1 ? 'is shown as it is' : 'are shown as they are'}.`;
  return [missing.length > 0 ? out : [], unaligned > 0 ? aside : []].flat();
}

export type FilmOrder<Picture extends FilmedPicture> = {
  /** Oldest first. */
  pictures: readonly Picture[];
  /** The names of the project, its site and the viewpoint: burned in, and those of the file. */
  place: readonly string[];
  resolution: Resolution;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  /** For each of these how it lies on the last one; null where that is not known, and for the last one itself. */
  align: (pictures: readonly Picture[]) => Promise<readonly (Homography | null)[]>;
  /** Tells a missing picture from a lost connection, for which this throws. */
  checkConnection: () => Promise<unknown>;
  /** Fetched with its library where that is worth a wait. */
  openEncoder: OpenEncoder;
};

/** This browser has no encoder for it. */
export class CannotEncode extends Error {}
export class TooFewPictures extends Error {}

export async function makeTimeLapse<Picture extends FilmedPicture>(order: FilmOrder<Picture>): Promise<Film> {
  const { pictures, ratio, missing } = await upToNewest(order);
  const size = frameSize(ratio, order.resolution);
  const store = await storeOf(order, pictures, size);
  const stage = blankCanvas(size);
  let encoder: Encoder | null = null;
  try {
    encoder = await order.openEncoder(stage.canvas, size);
    if (!encoder) throw new CannotEncode();
    const filmed = await filmAll({ ...order, count: pictures.length, size, stage, store, encoder });
    const days = filmed.map((index) => pictures[index]?.captureDate ?? '');
    const blob = await encoder.finish();
    order.signal.throwIfAborted();
    return {
      file: new File([blob], nameOf(order.place, days, encoder.extension), { type: blob.type }),
      size,
      missing: [...pictures.filter((_, index) => !filmed.includes(index)).map((each) => each.captureDate), ...missing],
      unaligned: filmed.filter((index) => !store.isLaid(index)).length,
    };
  } finally {
    store.close();
    releaseCanvas(stage.canvas);
    await encoder?.close();
  }
}

function nameOf(place: readonly string[], days: readonly string[], extension: string): string {
  return fileName([...place, days[0] ?? '', days.at(-1) ?? ''], extension, 'time-lapse');
}

/** Everything is aligned to the newest picture that can be loaded, and has its shape. */
async function upToNewest<Picture extends FilmedPicture>(order: FilmOrder<Picture>) {
  const pictures = [...order.pictures];
  const missing: string[] = [];
  for (let newest = pictures.at(-1); newest; newest = pictures.at(-1)) {
    const ratio = await ratioOfPicture(newest, order.signal);
    if (ratio !== null) return { pictures, ratio, missing };
    await order.checkConnection();
    missing.unshift(newest.captureDate);
    pictures.pop();
  }
  throw new TooFewPictures();
}

type Store = Awaited<ReturnType<typeof storeOf>>;

async function storeOf<Picture extends FilmedPicture>(
  { place: names, align, checkConnection, signal, onProgress }: FilmOrder<Picture>,
  pictures: readonly Picture[],
  frame: Size,
) {
  const places = await align(pictures);
  onProgress(0);
  const place = names.filter(Boolean).join(' · ');
  const store = createPictureStore({
    async load(index) {
      const picture = pictures[index];
      const drawn = picture && (await drawPicture({ picture, place: places[index] ?? null, frame, signal }));
      if (drawn) return { ...drawn, caption: { date: formatDate(picture.captureDate), place } };
      await checkConnection();
      return null;
    },
  });
  return { ...store, isLaid: (index: number) => index === pictures.length - 1 || (places[index] ?? null) !== null };
}

type Filming = Pick<FilmOrder<FilmedPicture>, 'signal' | 'onProgress'> & {
  count: number;
  size: Size;
  stage: ReturnType<typeof blankCanvas>;
  store: Store;
  encoder: Encoder;
};

/** Which of the pictures are in the time-lapse. */
async function filmAll(filming: Filming): Promise<number[]> {
  const { count, store } = filming;
  const filmed: number[] = [];
  for (let index = 0; index < count; index++) {
    if ((await store.take(index)) === null) continue;
    await filmPicture(filming, index, filmed.at(-1));
    filmed.push(index);
  }
  if (filmed.length < minFilmedPictures) throw new TooFewPictures();
  return filmed;
}

async function filmPicture(
  { signal, onProgress, count, size, stage, store, encoder }: Filming,
  at: number,
  from?: number,
) {
  const pace = paceOf(count);
  const next = await store.take(at);
  const before = from === undefined ? null : await store.take(from);
  for (const { share, captionOf } of framesTo(pace, { isFirst: before === null })) {
    const drawn = { before: before ?? next, next };
    if (!drawn.before || !drawn.next) return;
    drawFrame(stage.context, size, { before: drawn.before.canvas, next: drawn.next.canvas, share });
    drawCaption(stage.context, size, drawn[captionOf]?.caption ?? drawn.next.caption);
    await encoder.add();
    await breathe();
    signal.throwIfAborted();
    onProgress(Math.min(1, encoder.frames() / frameCount(count, pace)));
  }
}

type Blend = { before: HTMLCanvasElement; next: HTMLCanvasElement; share: number };

function drawFrame(context: CanvasRenderingContext2D, { width, height }: Size, { before, next, share }: Blend): void {
  context.globalAlpha = 1;
  context.drawImage(before, 0, 0, width, height);
  context.globalAlpha = share;
  context.drawImage(next, 0, 0, width, height);
  context.globalAlpha = 1;
}

/** Yields to clicks and paints in between; unlike a timer it also works in a hidden tab. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
