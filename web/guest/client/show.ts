// Show mode: the line of time fills the screen of a meeting room, passes slowly through all visits, and leaves with Escape.
import { button, make } from './elements.ts';
import { savesData, sharpen } from './sharpen.ts';

const stepMs = 3_000;
/** At the newest visit it stays longer before it begins again. */
const endMs = 8_000;
const idleMs = 3_000;

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function withoutShow(): string {
  const query = new URLSearchParams(location.search);
  query.delete('show');
  const rest = query.toString();
  return `${location.pathname}${rest && `?${rest}`}${location.hash}`;
}

/** Also where it is refused, as on phones of Apple: the page fills its window then. */
const fill = () => document.documentElement.requestFullscreen?.().catch(() => undefined);

export function open(): void {
  const root = document.documentElement;
  const time = document.querySelector<HTMLElement>('.time');
  const slider = time?.querySelector('input');
  if (!time || !slider || root.classList.contains('showing')) return;
  const last = Number(slider.max);
  const ending = new AbortController();
  const { signal } = ending;
  let passing = !prefersStill();
  let next: number | undefined;
  let idle: number | undefined;
  let wasFull = false;

  function move(to: number): void {
    if (!slider) return;
    slider.value = String(Math.max(1, Math.min(last, to)));
    slider.dispatchEvent(new Event('input'));
  }

  function schedule(): void {
    clearTimeout(next);
    if (!passing) return;
    const isLast = Number(slider?.value) === last;
    next = setTimeout(
      () => {
        move(isLast ? 1 : Number(slider?.value) + 1);
      },
      isLast ? endMs : stepMs,
    );
  }

  function wake(): void {
    root.classList.remove('idle');
    clearTimeout(idle);
    idle = setTimeout(() => root.classList.add('idle'), idleMs);
  }

  function leave(): void {
    ending.abort();
    clearTimeout(next);
    clearTimeout(idle);
    root.classList.remove('showing', 'idle');
    bar.remove();
    if (document.fullscreenElement) void document.exitFullscreen();
    history.replaceState(history.state, '', withoutShow());
    document.querySelector<HTMLElement>('[data-show]')?.focus();
  }

  const play = button('', () => {
    passing = !passing;
    name();
    schedule();
  });
  function name(): void {
    play.textContent = passing ? 'Pause' : 'Play';
    play.ariaLabel = play.textContent;
  }
  const heading = document.querySelector('h1')?.textContent ?? '';
  const full = button('Full screen', () => void fill());
  full.hidden = !document.fullscreenEnabled;
  const bar = make(
    'div',
    { className: 'showbar' },
    make('strong', { textContent: heading, dir: 'auto' }),
    play,
    full,
    button('Leave', leave),
  );

  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(Number(slider.value) - 1),
    ArrowRight: () => move(Number(slider.value) + 1),
    Home: () => move(1),
    End: () => move(last),
    Escape: leave,
    ' ': () => play.click(),
    f: () => void fill(),
  };
  addEventListener(
    'keydown',
    (event) => {
      wake();
      const act = keys[event.key];
      const isTyped = event.key === ' ' && event.target instanceof HTMLButtonElement;
      if (!act || isTyped || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    },
    { capture: true, signal },
  );
  for (const sign of ['pointermove', 'pointerdown', 'focusin'] as const) addEventListener(sign, wake, { signal });
  document.addEventListener(
    'fullscreenchange',
    () => {
      if (document.fullscreenElement) wasFull = true;
      else if (wasFull) leave();
    },
    { signal },
  );
  /** It is larger than anywhere else. */
  function shown(): void {
    schedule();
    const image = time?.querySelector<HTMLImageElement>('.now img');
    if (image && !savesData()) void sharpen(image, image.closest('a')?.getAttribute('href') ?? '');
  }
  time.addEventListener('shown', shown, { signal });
  slider.addEventListener('input', () => clearTimeout(next), { signal });

  name();
  time.append(bar);
  root.classList.add('showing');
  slider.focus({ preventScroll: true });
  wake();
  if (passing) move(1);
  else shown();
  void fill();
}
