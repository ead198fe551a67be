// The ruler of all visits by real time, with a handle for each date that is shown: dragged, tapped, or moved by keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { calendarMarks, inset, labelsOf, labelWidth, nearestTo, sharesOf } from '#web/lib/format/ruler.ts';
import type { Reach } from './use-dates.ts';

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
