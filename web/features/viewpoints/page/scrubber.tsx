// The ruler of all visits by real time, with a handle for each date that is shown: dragged, tapped, or moved by keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import type { Reach } from './use-dates.ts';

// Where visits stand on a ruler of real time, which of their dates are written below it, and which visit a place on it means.
const day = 86_400_000;

/** Of each date (yyyy-mm-dd, oldest first) its share of the whole time, from 0 to 1; a ruler of one day has it in its middle. */
export function sharesOf(days: readonly string[]): number[] {
  const times = days.map((text) => Date.parse(`${text}T00:00:00Z`));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return times.map((time) => (last > first ? (time - first) / (last - first) : 0.5));
}

/** The visit nearest to a place; of those of one day the last. */
export function nearestTo(share: number, shares: readonly number[]): number {
  let nearest = 0;
  for (const [index, at] of shares.entries())
    if (Math.abs(at - share) <= Math.abs((shares[nearest] ?? 0) - share)) nearest = index;
  return nearest;
}

/** Widths of a ruler from which more dates are written; the styles of the labels name them too. In pixels of a root font of 16, and in rem on the page: letters grow with it. */
export const labelSteps = [240, 560, 960] as const;
/** Of a written date with the gap beside it, in pixels. */
export const labelWidth = 96;
/** So far from the ends of the ruler do the first and the last visit stand, in pixels: half of a handle. */
export const inset = 22;

/** A date that is written below the ruler, from the step of this number on. */
export type RulerLabel = { index: number; share: number; step: number };

/** Where the middle of a label comes to stand: below its visit, but never beyond the ends. */
export function labelCentre(share: number, width: number): number {
  const at = inset + share * (width - 2 * inset);
  return Math.min(Math.max(at, labelWidth / 2), width - labelWidth / 2);
}

/**
 * As many dates as have room, the last and the first before all others: a label that stands on a narrow ruler stands on every wider
 * one, so that the page needs not know how wide it is.
 */
export function labelsOf(shares: readonly number[]): RulerLabel[] {
  const labels: RulerLabel[] = [];
  const order = [...new Set([shares.length - 1, ...shares.keys()])].filter((index) => index >= 0);
  for (const [step, width] of labelSteps.entries()) {
    for (const index of order) {
      const share = shares[index] ?? 0;
      const centre = labelCentre(share, width);
      const isFree = labels.every((other) => Math.abs(labelCentre(other.share, width) - centre) >= labelWidth);
      if (isFree) labels.push({ index, share, step });
    }
  }
  return labels.sort((one, other) => one.index - other.index);
}

/** Most marks that one can tell apart on a phone. */
const maxMarks = 36;

/** Where months begin on the ruler, or years where the months would be too many. */
export function calendarMarks(days: readonly string[]): number[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last) return [];
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const months = (to - from) / (30 * day);
  const step = months > maxMarks ? 12 : 1;
  const marks: number[] = [];
  const at = new Date(from);
  at.setUTCDate(1);
  if (step === 12) at.setUTCMonth(0);
  for (; at.getTime() <= to; at.setUTCMonth(at.getUTCMonth() + step))
    if (at.getTime() >= from) marks.push((at.getTime() - from) / (to - from));
  return marks;
}

export type Handle = { name: string; index: number; reach: Reach; onMove: (index: number) => void };

type ScrubberProps = {
  /** Of the visits, oldest first. */
  days: readonly string[];
  /** One, or two while dates are compared; the second is the one compared with. */
  handles: readonly Handle[];
  /** Somebody came near: what is beside the shown picture may be wanted soon. */
  onNear: () => void;
};

export function Scrubber({ days, handles, onNear }: ScrubberProps) {
  const shares = sharesOf(days);
  const drag = useDrag(shares, handles);
  return (
    <div className="min-w-0 select-none">
      <div data-scrubber className="relative h-11 cursor-pointer touch-pan-y px-5.5" {...drag} onPointerEnter={onNear}>
        <div data-track className="relative h-full">
          <Marks days={days} shares={shares} shown={handles.map(({ index }) => index)} />
          {handles.map((handle, order) => (
            <Thumb
              key={handle.name}
              handle={handle}
              days={days}
              share={shares[handle.index] ?? 0}
              isSecond={order > 0}
            />
          ))}
        </div>
      </div>
      <Labels days={days} shares={shares} />
    </div>
  );
}

/** The nearest handle is taken hold of; it follows the finger to the nearest visit. */
function useDrag(shares: readonly number[], handles: readonly Handle[]) {
  const held = useRef<string>(undefined);
  function shareAt(event: PointerEvent): number {
    const track = event.currentTarget.querySelector('[data-track]')?.getBoundingClientRect();
    return track && track.width > 0 ? (event.clientX - track.left) / track.width : 0;
  }
  function move(event: PointerEvent) {
    const handle = handles.find(({ name }) => name === held.current);
    if (!handle) return;
    const [from, to] = handle.reach;
    const index = Math.min(Math.max(nearestTo(shareAt(event), shares), from), to);
    if (handle.index !== index) handle.onMove(index);
  }
  const release = () => {
    held.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return;
      const at = shareAt(event);
      const far = ({ index }: Handle) => Math.abs((shares[index] ?? 0) - at);
      held.current = [...handles].sort((one, other) => far(one) - far(other))[0]?.name;
      event.currentTarget.setPointerCapture(event.pointerId);
      focusHandle(event.currentTarget, held.current);
      // Else the browser would take the focus away again.
      event.preventDefault();
      move(event);
    },
    onPointerMove: (event: PointerEvent) => held.current !== undefined && move(event),
    onPointerUp: release,
    // A finger that turned out to scroll the page.
    onPointerCancel: release,
  };
}

function focusHandle(scrubber: Element, name: string | undefined): void {
  for (const handle of scrubber.querySelectorAll<HTMLElement>('[role="slider"]'))
    if (handle.getAttribute('aria-label') === name) handle.focus({ preventScroll: true });
}

type MarksProps = { days: readonly string[]; shares: readonly number[]; shown: readonly number[] };

function Marks({ days, shares, shown }: MarksProps) {
  return (
    <div aria-hidden="true">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      {calendarMarks(days).map((share) => (
        <span
          key={share}
          className="absolute top-1/2 h-2 w-px -translate-y-1/2 bg-line-strong"
          style={{ left: `${share * 100}%` }}
        />
      ))}
      {shares.map((share, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: visits of one day stand in one place
          key={index}
          data-visit
          className={classNames(
            'absolute top-1/2 h-5 w-0.5 -translate-x-1/2 -translate-y-1/2 rounded-full',
            shown.includes(index) ? 'bg-accent-ink' : 'bg-muted',
          )}
          style={{ left: `${share * 100}%` }}
        />
      ))}
    </div>
  );
}

type ThumbProps = { handle: Handle; days: readonly string[]; share: number; isSecond: boolean };

function Thumb({ handle: { name, index, reach, onMove }, days, share, isSecond }: ThumbProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = indexAfter(event.key, index, reach);
    if (to === undefined) return;
    event.preventDefault();
    if (to !== index) onMove(to);
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={reach[0] + 1}
      aria-valuemax={reach[1] + 1}
      aria-valuenow={index + 1}
      aria-valuetext={`${formatDate(days[index] ?? '')}, visit ${index + 1} of ${days.length}`}
      onKeyDown={onKeyDown}
      className="absolute top-1/2 grid size-11 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-pan-y place-items-center rounded-full active:cursor-grabbing"
      style={{ left: `${share * 100}%` }}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'size-6 rounded-full border-2 border-accent-ink shadow-raised',
          isSecond ? 'bg-raised' : 'bg-accent',
        )}
      />
    </span>
  );
}

/** So many visits further does a page key go. */
const pageStep = 5;

/** Where a key leads; undefined for a key that leads nowhere. */
export function indexAfter(key: string, index: number, [from, to]: Reach): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -pageStep,
    PageUp: pageStep,
    Home: from - index,
    End: to - index,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(index + step, from), to);
}

/** By the steps of the ruler, where they have room. */
const fromStep = ['', 'hidden @min-[35rem]:block', 'hidden @min-[60rem]:block'];

const rem = (pixels: number) => `${pixels / 16}rem`;

function Labels({ days, shares }: { days: readonly string[]; shares: readonly number[] }) {
  const leftOf = (share: number) =>
    `clamp(0px, calc(${rem(inset - labelWidth / 2)} + ${share} * (100% - ${rem(2 * inset)})), calc(100% - ${rem(labelWidth)}))`;
  return (
    <div aria-hidden="true" className="@container relative h-5 text-muted text-xs tabular-nums">
      {labelsOf(shares).map(({ index, share, step }) => (
        <span
          key={index}
          data-label
          className={classNames('absolute w-24 max-w-full truncate text-center', fromStep[step])}
          style={{ left: leftOf(share) }}
        >
          {shortDay(days[index] ?? '')}
        </span>
      ))}
    </div>
  );
}
