// Dialog for marking the same places in both pictures, with a preview of how the marks align them.

import { Undo2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Homography, homographyFromMarks, type Mark, type Point } from '#contract/geometry/homography.ts';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { alignByHand, maxMarks } from '#contract/viewpoints/endpoints.ts';
import type { Alignment } from '#contract/viewpoints/routes.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { imageUrlAt } from '#web/media/comparison/photo-layer.tsx';
import { otherSide, type Pair } from '#web/media/linked/linked-viewer.ts';
import { createPhotoLink } from '#web/media/linked/photo-view.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SlowNote } from '#web/ui/display/picture.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type AlignedPair, hintFor, type Marks, marksFrom, pairsOf } from './use-alignment.ts';

// A picture in which places are marked: by a tap, by dragging a mark, or with a cross that the arrow keys move.
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

function MarkedPicture({ label, day, item, points, onPoints }: MarkedPictureProps) {
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

type AlignByHandProps = DialogControl & {
  pair: AlignedPair;
  sides: Pair<Side>;
  answer: Alignment | undefined;
  /** Marks that were not saved. */
  marks: Marks | undefined;
  onMarks: (marks: Marks | null) => void;
  onPreview: (matrix: Homography | null) => void;
};

export function AlignByHandDialog({ open, onOpenChange, pair, sides, answer, ...kept }: AlignByHandProps) {
  const { onMarks, onPreview } = kept;
  const [marks, setMarks] = useState(() => kept.marks ?? marksFrom(answer));
  const change = (next: Marks) => {
    setMarks(next);
    onMarks(next);
  };
  const places = pairsOf(marks);
  const matrix = homographyFromMarks(places);
  const close = () => onOpenChange(false);
  const save = useMutation(alignByHand, {
    errorToast: 'The places could not be saved. They are still marked.',
    onSuccess: () => {
      onMarks(null);
      onPreview(null);
      close();
    },
  });
  const [older, newer] = [sides[pair.older], sides[otherSide(pair.older)]];
  const copied = ({ older: [x, y], newer: [u, v] }: Mark) => ({
    older: [x, y] as [number, number],
    newer: [u, v] as [number, number],
  });
  const run = (saved: Mark[] | null) => {
    const marks = saved ? saved.map(copied) : null;
    void save.run({ body: { ...pair.refs, marks } });
  };
  const set = (side: keyof Marks) => (points: Point[]) => change({ ...marks, [side]: points });
  const dropLast = () => {
    const longest = Math.max(marks.older.length, marks.newer.length) - 1;
    change({ older: marks.older.slice(0, longest), newer: marks.newer.slice(0, longest) });
  };
  const preview = () => {
    onPreview(matrix);
    close();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Align by hand"
      description="Tap the same three to eight places in both pictures. With the keyboard: arrows move the cross, Enter marks."
      size="full"
      footer={
        <>
          {answer?.mayAlign && answer.by === 'hand' && (
            <Button onClick={() => run(null)} disabled={save.isPending}>
              Remove saved alignment
            </Button>
          )}
          <Button icon={Undo2} onClick={dropLast} disabled={marks.older.length + marks.newer.length === 0}>
            Undo last place
          </Button>
          <Button onClick={preview} disabled={!matrix} variant={answer?.mayAlign ? 'secondary' : 'primary'}>
            Preview only
          </Button>
          {answer?.mayAlign && (
            <Button variant="primary" onClick={() => run(places)} disabled={!matrix || save.isPending}>
              Save for everybody
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="pb-2 text-muted text-sm">
        {hintFor(marks, matrix)}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <MarkedPicture
          label="Older picture"
          day={older.visit.day}
          item={older.item}
          points={marks.older}
          onPoints={set('older')}
        />
        <MarkedPicture
          label="Newer picture"
          day={newer.visit.day}
          item={newer.item}
          points={marks.newer}
          onPoints={set('newer')}
        />
        <AlignmentPreview older={older.item} newer={newer.item} matrix={matrix} />
      </div>
    </Dialog>
  );
}

// The newer picture with the older one half visible on top, aligned by the marks.
type AlignmentPreviewProps = { older: MediaItem | undefined; newer: MediaItem | undefined; matrix: Homography | null };

function AlignmentPreview({ older, newer, matrix }: AlignmentPreviewProps) {
  const [link] = useState(createPhotoLink);
  const text = JSON.stringify(matrix);
  useLayoutEffect(() => {
    const parsed = JSON.parse(text) as Homography | null;
    return link.align(parsed && { older: 'left', matrix: parsed });
  }, [link, text]);
  const { left } = link.viewers;
  const right = link.viewers[otherSide('left')];
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="text-muted text-sm">Both, aligned</figcaption>
      <div className="relative grid place-items-center overflow-hidden rounded-control bg-sunken *:col-start-1 *:row-start-1">
        {newer && <img ref={right.attach} src={imageUrlAt(newer, 's800')} alt="Newer" className="block w-full" />}
        {older && matrix && (
          <img
            ref={left.attach}
            src={imageUrlAt(older, 's800')}
            alt="Older, half transparent"
            className="block w-full opacity-50"
          />
        )}
      </div>
    </figure>
  );
}
