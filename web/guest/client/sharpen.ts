// Small pictures become finer once they are in view.
import { make } from './elements.ts';

export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Once it has been fetched. */
export async function sharpen(image: HTMLImageElement, address: string): Promise<void> {
  if (image.src.endsWith(address)) return;
  delete image.dataset.fine;
  delete image.dataset.finest;
  const next = make('img', { fetchPriority: 'low', src: address });
  await next.decode().then(
    () => {
      image.src = address;
    },
    () => undefined,
  );
}

/** What is fetched next is 800 pixels wide, which looks sharp at up to half as many more. */
const fineWidth = 1200;

/** Of a picture that fills a higher frame, which cuts it at its sides. */
const widthOf = ({ clientWidth, clientHeight }: HTMLImageElement) => Math.max(clientWidth, clientHeight * 1.5);

/** The address of a picture ends with its size. */
const inSize = ({ src }: HTMLImageElement, size = 's800') => new URL(src).pathname.replace(/[^/]+$/, size);

/** One after the other, once the page's first pictures are there; none for whoever saves data. */
export function sharpenInView(): void {
  if (savesData()) return;
  let finer = Promise.resolve();
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const image = target as HTMLImageElement;
      const pixels = widthOf(image) * devicePixelRatio;
      const { fine, finest = fine } = image.dataset;
      const size = pixels > fineWidth ? finest : fine;
      if (pixels > 480)
        finer = finer.then(() => (image.dataset.fine ? sharpen(image, inSize(image, size)) : undefined));
    }
  });
  for (const image of document.querySelectorAll('img[data-fine]')) near.observe(image);
}
