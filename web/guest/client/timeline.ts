// The line of time: the ruler is dragged, tapped, or moved by keys, and the visit that it means is shown in place.
import { nearestTo } from '#web/lib/format/ruler.ts';
import { savesData } from './sharpen.ts';

/** A ruler that is being dragged asks for no picture that it passes. */
const restMs = 120;

/** Its small picture, from the network if need be; one that cannot be shown does not hold up the others. */
async function readied(moment: HTMLElement | undefined): Promise<void> {
  const image = moment?.querySelector('img');
  if (!image) return;
  image.loading = 'eager';
  await image.decode().catch(() => undefined);
}

export function timeline(time: HTMLElement): void {
  const moments = [...time.querySelectorAll<HTMLElement>('.moment')];
  const slider = time.querySelector('input');
  const track = time.querySelector<HTMLElement>('.track');
  const thumb = time.querySelector<HTMLElement>('.thumb');
  if (!slider || !track || !thumb) return;
  const shares = (track.dataset.shares ?? '').split(',').map(Number);
  let rest: number | undefined;

  const current = () => Number(slider.value) - 1;

  async function reveal(at: number): Promise<void> {
    await readied(moments[at]);
    // Another one was chosen meanwhile.
    if (at !== current()) return;
    for (const [index, moment] of moments.entries()) moment.classList.toggle('now', index === at);
    time.dispatchEvent(new Event('shown'));
    if (!savesData()) for (const near of [at + 1, at - 1]) void readied(moments[near]);
  }

  /** The ruler follows at once, the picture when it is there. */
  function follow(wait: number): void {
    const at = current();
    const day = moments[at]?.dataset.day ?? '';
    slider?.setAttribute('aria-valuetext', `${day}, visit ${at + 1} of ${moments.length}`);
    if (thumb) {
      thumb.style.left = `${(shares[at] ?? 0.5) * 100}%`;
      thumb.dataset.day = day;
    }
    clearTimeout(rest);
    rest = setTimeout(() => void reveal(at), wait);
  }

  function choose(at: number, wait = 0): void {
    if (!slider || at === current()) return;
    slider.value = String(at + 1);
    follow(wait);
  }

  function drag({ clientX }: PointerEvent): void {
    const { left = 0, width = 1 } = track?.querySelector('.marks')?.getBoundingClientRect() ?? {};
    choose(nearestTo((clientX - left) / width, shares), restMs);
  }

  slider.addEventListener('input', () => follow(0));
  track.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    track.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    // Else the browser would take the focus away again.
    event.preventDefault();
    drag(event);
  });
  track.addEventListener('pointermove', (event) => {
    if (track.hasPointerCapture(event.pointerId)) drag(event);
  });
  for (const step of time.querySelectorAll<HTMLElement>('[data-step]'))
    step.addEventListener('click', () =>
      choose(Math.max(0, Math.min(moments.length - 1, current() + Number(step.dataset.step)))),
    );
  addEventListener('beforeprint', () => {
    for (const image of time.querySelectorAll<HTMLImageElement>('.paper img')) image.loading = 'eager';
  });
  // A page that is left and found again keeps the visit that was shown.
  if (current() !== moments.length - 1) follow(0);
}
