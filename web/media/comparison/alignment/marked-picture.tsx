// A picture in which places are marked: by a tap, by dragging a mark, or with a cross that the arrow keys move.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Point } from '#contract/geometry/homography.ts';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { maxMarks } from '#contract/viewpoints/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { imageUrlAt } from '#web/media/comparison/photo-layer.tsx';
import { SlowNote } from '#web/ui/display/slow-note.tsx';

type MarkedPictureProps = {
  label: string;
  day: string;
  item: MediaItem | undefined;
  points: readonly Point[];
  onPoints: (points: Point[]) => void;
};

const keys: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Shares of the picture; with Shift a tenth of it. */
const step = 0.02;
/** A press so near to a mark takes hold of it. */
const grip = 0.03;

const within = (value: number) => Math.min(1, Math.max(0, value));
const percent = (value: number) => `${(value * 100).toFixed(2)}%`;

export function MarkedPicture({ label, day, item, points, onPoints }: MarkedPictureProps) {
  const [cross, setCross] = useState<Point | null>(null);
  const [came, setCame] = useState<string>();
  const src = item && imageUrlAt(item, 's1600');
  const awaited = came === src ? undefined : src;
  const held = useRef<number | null>(null);
  const replaced = (at: number, point: Point) => points.map((each, index) => (index === at ? point : each));
  const add = (point: Point) => {
    if (points.length < maxMarks) onPoints([...points, point]);
  };
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    const point = pointOf(event);
    const near = points.findIndex(([x, y]) => Math.hypot(x - point[0], y - point[1]) < grip);
    held.current = near >= 0 ? near : points.length;
    if (near < 0) add(point);
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (held.current !== null && held.current < points.length) onPoints(replaced(held.current, pointOf(event)));
  }
  function onKeyDown(event: KeyboardEvent) {
    const [x, y] = cross ?? [0.5, 0.5];
    const move = keys[event.key];
    if (move) {
      const by = event.shiftKey ? step / 10 : step;
      setCross([within(x + move[0] * by), within(y + move[1] * by)]);
    } else if (event.key === 'Enter' || event.key === ' ') add([x, y]);
    else if (event.key === 'Backspace' || event.key === 'Delete') onPoints(points.slice(0, -1));
    else return;
    event.preventDefault();
  }
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="text-muted text-sm">
        {label}, {day}
      </figcaption>
      <div
        role="application"
        aria-label={`${label}, ${day}: ${points.length} ${points.length === 1 ? 'place' : 'places'} marked`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its cross.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.matches(':focus-visible') && setCross(cross ?? [0.5, 0.5])}
        onBlur={() => setCross(null)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          held.current = null;
        }}
        className={classNames(
          'relative cursor-crosshair touch-none select-none overflow-hidden rounded-control bg-sunken',
          awaited !== undefined && 'min-h-40',
        )}
      >
        {src && (
          <img
            src={src}
            alt=""
            draggable={false}
            onLoad={() => setCame(src)}
            onError={() => setCame(src)}
            className="pointer-events-none block w-full"
          />
        )}
        <SlowNote of={awaited} />
        {points.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number.
          <Pin key={at} point={point} text={String(at + 1)} />
        ))}
        {cross && (
          <span
            aria-hidden="true"
            style={{ left: percent(cross[0]), top: percent(cross[1]) }}
            className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-2 border-white shadow-raised before:absolute before:inset-y-0 before:left-1/2 before:w-px before:bg-white after:absolute after:inset-x-0 after:top-1/2 after:h-px after:bg-white"
          />
        )}
      </div>
    </figure>
  );
}

/** The number stands beside the point, so that it does not hide what is marked. */
function Pin({ point: [x, y], text }: { point: Point; text: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ left: percent(x), top: percent(y) }}
      className="pointer-events-none absolute size-4 -translate-1/2 rounded-full border-2 border-white bg-accent/40 shadow-raised"
    >
      <span className="absolute top-3 left-3 rounded bg-black/70 px-1 font-medium text-white text-xs">{text}</span>
    </span>
  );
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [within((clientX - left) / width), within((clientY - top) / height)];
}
