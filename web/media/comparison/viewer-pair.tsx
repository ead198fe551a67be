// What pairs of photos, panoramas, maps and videos have in common: props, layout, link and their view in the address.
import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import {
  type Capture,
  createLink,
  type LinkedViewer,
  type LinkRule,
  type Pair,
  type SideName,
  sideNames,
} from '#web/media/linked/linked-viewer.ts';
import type { PlaceFinder } from '#web/media/pins/surface.ts';
import type { ShownAlignment } from './alignment/use-alignment.ts';
import type { Layering } from './modes.ts';
import { Overlay, SideLabel } from './overlay.tsx';
import type { ViewControls } from './pan-zoom.tsx';
import { useViewUrl, type ViewParams, type ViewSource } from './view-url.ts';

/** The props of each pair of viewers; a pair draws both sides, whatever is on top of them, and their names. */
export type PairProps<Item = MediaItem> = {
  items: Pair<Item>;
  /** For screen readers: 'Session 1, Block A, November 15, 2026'. */
  titles: Pair<string>;
  /** The same, short enough to be written on the pictures. */
  labels: Pair<string>;
  layering: Layering;
  setAt: (at: number) => void;
  locked: boolean;
  full: boolean;
  /** The alignment of the older picture to the newer one; undefined: as they were taken. */
  alignment?: ShownAlignment | undefined;
  url: ViewParams;
  onUrl: (params: ViewParams) => void;
  ref: Ref<PairHandle>;
};

/** What a pair can do for the controls around it. */
export type PairHandle = {
  /** Both sides as they are shown now; rejects with a sentence while one of them is still loading. */
  capture(): Promise<Pair<Capture>>;
  /** For the buttons of the bar; panoramas and maps have buttons of their own. */
  controls?: ViewControls;
  /** How pins find their place; for panoramas and maps, null until they are loaded, or where a map is not georeferenced. */
  finders?: Pair<PlaceFinder | null>;
};

type Capturing = Pair<{ capture(): Promise<Capture> } | null>;

/** Rejects with `notReady` if a viewer has not loaded yet. */
export async function captureBoth({ left, right }: Capturing, notReady?: string): Promise<Pair<Capture>> {
  if (!left || !right) throw new Error(notReady);
  const [one, other] = await Promise.all([left.capture(), right.capture()]);
  return { left: one, right: other };
}

type PairKind<View, Viewer extends LinkedViewer<View>, Offset> = {
  rule: LinkRule<Viewer, Offset>;
  /** Why there is no picture yet. */
  notReady: string;
  /** For the address: three numbers, as exact as it needs them. */
  toNumbers(view: View): readonly number[];
  fromNumbers(numbers: readonly number[]): View;
  places(viewer: Viewer): PlaceFinder | null;
  /** The offset between the sides, for viewers that can be unlocked. */
  writeOffset?(offset: Offset): readonly number[];
  readOffset?(numbers: readonly number[]): Offset;
};

/** Two viewers that hold their own views, linked and in the address: `setViewer` takes each when it is ready, null when it goes. */
export function useLinkedViewers<View, Viewer extends LinkedViewer<View>, Offset>(
  kind: PairKind<View, Viewer, Offset>,
  { layering: { mode }, locked, url, onUrl, ref }: PairProps,
) {
  const [link] = useState(() => createLink(kind.rule));
  const [viewers, setViewers] = useState<Pair<Viewer | null>>({ left: null, right: null });
  const { left, right } = viewers;
  const isLocked = locked || mode !== 'side';
  const source = useMemo((): ViewSource | null => {
    if (!left) return null;
    const read = () => ({ view: kind.toNumbers(left.view()), shift: kind.writeOffset?.(link.offset()) ?? [] });
    return {
      read,
      show({ view, shift }) {
        const before = read();
        const moves = view.length >= 3 && view.join() !== before.view.join();
        if (!moves && shift.join() === before.shift.join()) return;
        link.moveBoth(
          () => moves && left.setView(kind.fromNumbers(view)),
          kind.readOffset?.(shift) ?? kind.rule.noOffset,
        );
      },
      onChange(listener) {
        const stops = [left, right].map((viewer) => viewer?.onChange(listener));
        return () => {
          for (const stop of stops) stop?.();
        };
      },
    };
  }, [left, right, kind, link]);
  // Before the link, so that a view which the link sets is written too.
  useViewUrl(source, url, onUrl);
  useEffect(() => link.attach('left', left), [link, left]);
  useEffect(() => link.attach('right', right), [link, right]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mode changes the size of the boxes, so both are linked again.
  useEffect(() => link.lock(isLocked), [link, isLocked, mode]);
  useImperativeHandle(
    ref,
    () => ({
      capture: () => captureBoth(viewers, kind.notReady),
      finders: {
        left: viewers.left && kind.places(viewers.left),
        right: viewers.right && kind.places(viewers.right),
      },
    }),
    [viewers, kind],
  );
  const setViewer = (side: SideName, viewer: Viewer | null) => setViewers((both) => ({ ...both, [side]: viewer }));
  return { viewers, setViewer };
}

/** Beside each other, or below each other on small screens. */
export const pairGrid =
  'grid size-full grid-rows-2 gap-1 beside:grid-cols-2 beside:grid-rows-1 print:grid-cols-2! print:grid-rows-1!';

/** How much is visible of the right side, which is on top of the left one. */
export function overlayStyle({ mode, at, fade, shown }: Layering): CSSProperties | undefined {
  if (mode === 'swipe') return { clipPath: `inset(0 0 0 ${at}%)` };
  if (mode === 'fade') return { opacity: fade / 100 };
  return mode === 'blink' ? { visibility: shown === 'right' ? 'visible' : 'hidden' } : undefined;
}

type ViewerPairProps = Pick<PairProps, 'titles' | 'labels' | 'layering' | 'setAt'> & {
  /** Handlers of the box while one side is on top of the other. */
  together?: HTMLAttributes<HTMLDivElement> | undefined;
  /** Buttons for both, while one side is on top of the other. */
  buttons: ReactNode;
  children: (side: SideName, className: string) => ReactNode;
};

/** Two viewers beside each other, or the right one on top of the left one. */
export function ViewerPair({ together, buttons, children, ...overlay }: ViewerPairProps) {
  const { layering } = overlay;
  const isOver = layering.mode !== 'side';
  return (
    <Overlay {...overlay}>
      <div className="relative isolate size-full overflow-hidden" {...(isOver && together)}>
        <div className={isOver ? 'relative size-full' : pairGrid}>
          {sideNames.map((side) => (
            <div
              key={side}
              className={isOver ? 'absolute inset-0' : 'relative grid'}
              style={side === 'right' ? overlayStyle(layering) : undefined}
            >
              {children(side, isOver ? 'absolute! inset-0' : '')}
              {!isOver && <SideLabel side={side} title={overlay.labels[side]} />}
            </div>
          ))}
        </div>
        {isOver && buttons}
      </div>
    </Overlay>
  );
}
