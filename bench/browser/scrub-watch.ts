// What a browser shows and holds while a viewpoint is played: runs inside the page, once a frame.

export type Watched = {
  frames: number;
  /** In which the large picture was not there whole. */
  blank: number;
  /** Different pictures that stood there. */
  seen: number;
  /** The most bytes of decoded pictures at one time: four for each pixel of the files that came. */
  most: number;
};

type Watch = { frames: number; blank: number; seen: Set<string>; held: Set<string> };
type Watching = { pictures: Set<HTMLImageElement>; watches: Watch[] };

/** Before the page's own scripts: every picture that they decode is known. */
export function knowPictures(): void {
  const pictures = new Set<HTMLImageElement>();
  class KnownImage extends Image {
    constructor() {
      super();
      pictures.add(this);
    }
  }
  Object.assign(globalThis, { Image: KnownImage, pictures });
}

/** Begins a new count. */
export function watchFrames(): void {
  const page = globalThis as unknown as Watching;
  page.watches ??= [];
  const isFirst = page.watches.push({ frames: 0, blank: 0, seen: new Set(), held: new Set() }) === 1;
  if (!isFirst) return;
  const look = () => {
    const watch = page.watches.at(-1);
    if (!watch) return;
    const image = document.querySelector<HTMLImageElement>('[aria-roledescription="picture pane"] img');
    watch.frames += 1;
    if (!image?.complete || image.naturalWidth === 0 || image.getBoundingClientRect().width === 0) watch.blank += 1;
    if (image) watch.seen.add(image.alt);
    const isHeld = ({ complete, src, currentSrc }: HTMLImageElement) => src !== '' && complete && currentSrc !== '';
    const held = [...page.pictures, ...document.images].filter(isHeld).map(({ currentSrc }) => currentSrc);
    watch.held.add(JSON.stringify([...new Set(held)].sort()));
    requestAnimationFrame(look);
  };
  look();
}

/**
 * What was counted, at the end: each file is decoded once more, from the browser's cache, to know its pixels (an element with several sizes
 * tells others), and that takes the pictures of the page out of its memory.
 */
export async function readWatches(): Promise<Watched[]> {
  const watches = (globalThis as unknown as Watching).watches.splice(0).map(({ held, ...watch }) => {
    return { ...watch, lists: [...held].map((list) => JSON.parse(list) as string[]) };
  });
  const bytes = new Map<string, number>();
  for (const url of new Set(watches.flatMap(({ lists }) => lists.flat()))) {
    const bitmap = await createImageBitmap(await (await fetch(url, { cache: 'force-cache' })).blob());
    bytes.set(url, bitmap.width * bitmap.height * 4);
    bitmap.close();
  }
  return watches.map(({ frames, blank, seen, lists }) => {
    const most = Math.max(...lists.map((urls) => urls.reduce((sum, url) => sum + (bytes.get(url) ?? 0), 0)));
    return { frames, blank, seen: seen.size, most };
  });
}
