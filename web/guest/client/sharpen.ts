// Small pictures become finer once they are in view.
import { make } from './elements.ts';

/** Once it has been fetched; without an address the one that the picture names. */
export async function sharpen(image: HTMLImageElement, address = image.dataset.fine ?? ''): Promise<void> {
  if (image.src.endsWith(address)) return;
  delete image.dataset.fine;
  const next = make('img', { fetchPriority: 'low', src: address });
  await next.decode().then(
    () => {
      image.src = address;
    },
    () => undefined,
  );
}

/** One after the other, once the page's first pictures are there; none for whoever saves data. */
export function sharpenInView(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  let finer = Promise.resolve();
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const image = target as HTMLImageElement;
      if (image.clientWidth * devicePixelRatio > 480)
        finer = finer.then(() => (image.dataset.fine ? sharpen(image) : undefined));
    }
  });
  for (const image of document.querySelectorAll('img[data-fine]')) near.observe(image);
}
