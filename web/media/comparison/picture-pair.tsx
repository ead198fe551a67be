// Two pictures, compared in one of the four ways.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { MediaItem } from '#contract/media.ts';
import type { LinkedViewport } from './linked-viewport.ts';
import { type Mode, type SideName, sideNames } from './modes.ts';
import { Overlay, type OverlayProps } from './overlay.tsx';
import { PanZoom } from './pan-zoom.tsx';
import { PictureLayer, type Shape, sizeFor } from './picture-layer.tsx';
import { SideLabel } from './side-label.tsx';

export type PicturePairProps = Omit<OverlayProps, 'children'> & {
  items: Record<SideName, MediaItem>;
  locked: boolean;
  full: boolean;
  views: LinkedViewport;
  /** The pictures as they are shown now, for who makes a picture of them. */
  onShown: (side: SideName, image: HTMLImageElement | null) => void;
};

export function PicturePair(props: PicturePairProps) {
  const { items, titles, labels, mode, at, fade, shown, locked, full, views, onShown } = props;
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [shapes, setShapes] = useState<Partial<Record<SideName, Shape>>>({});
  const size = useSize(stage, { views, full, panes: mode === 'side' ? 2 : 1 });
  useEffect(() => views.lock(locked), [views, locked]);
  const onShape = useCallback(
    (side: SideName, shape: Shape) => setShapes((before) => ({ ...before, [side]: shape })),
    [],
  );
  const layer = (side: SideName, look: { clipPath?: string; opacity?: number; className?: string } = {}) => (
    <Layer
      key={side}
      side={side}
      item={items[side]}
      alt={`${titles[side]}: ${items[side].name}`}
      views={views}
      size={size}
      onShape={onShape}
      onShown={onShown}
      {...look}
    />
  );
  const pane = { views, locked, full };
  if (mode === 'side')
    return (
      <div ref={setStage} className="grid size-full grid-rows-2 gap-1 md:grid-cols-2 md:grid-rows-1">
        {sideNames.map((side) => (
          <PanZoom key={side} {...pane} label={titles[side]} picture={shapes[side]} sideAt={() => side}>
            {layer(side)}
            <SideLabel side={side} title={labels[side]} />
          </PanZoom>
        ))}
      </div>
    );
  return (
    <Overlay {...props}>
      <PanZoom
        {...pane}
        boxRef={setStage}
        className="size-full"
        label={`${titles.left} and ${titles.right}`}
        picture={shapes.left ?? shapes.right}
        sideAt={(across) => sideOf({ mode, at, fade, shown, locked }, across)}
      >
        {layer('left', { className: mode === 'blink' && shown === 'right' ? 'invisible' : '' })}
        {layer('right', over(mode, { at, fade, shown }))}
      </PanZoom>
    </Overlay>
  );
}

type Standing = { at: number; fade: number; shown: SideName };

/** How the right picture lies over the left one. */
function over(mode: Mode, { at, fade, shown }: Standing) {
  if (mode === 'swipe') return { clipPath: `inset(0 0 0 ${at}%)` };
  if (mode === 'fade') return { opacity: fade / 100 };
  return { className: shown === 'left' ? 'invisible' : '' };
}

/** Set apart, a drag moves the picture that it takes hold of. */
function sideOf(standing: Standing & { mode: Mode; locked: boolean }, across: number): SideName {
  const { mode, at, fade, shown, locked } = standing;
  if (locked) return 'left';
  if (mode === 'swipe') return across * 100 > at ? 'right' : 'left';
  if (mode === 'fade') return fade >= 50 ? 'right' : 'left';
  return shown;
}

type LayerProps = Omit<Parameters<typeof PictureLayer>[0], 'onShape' | 'onShown'> & {
  onShape: (side: SideName, shape: Shape) => void;
  onShown: (side: SideName, image: HTMLImageElement | null) => void;
};

function Layer({ onShape, onShown, ...rest }: LayerProps) {
  const { side } = rest;
  const shaped = useCallback((shape: Shape) => onShape(side, shape), [onShape, side]);
  const shown = useCallback((image: HTMLImageElement | null) => onShown(side, image), [onShown, side]);
  return <PictureLayer {...rest} onShape={shaped} onShown={shown} />;
}

/** Changes only where another size is needed, whatever the pictures do meanwhile. */
function useSize(stage: HTMLElement | null, how: { views: LinkedViewport; full: boolean; panes: number }) {
  const { views, full, panes } = how;
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (stage) watch.observe(stage);
    return () => watch.disconnect();
  }, [stage]);
  const isRow = width >= 768 && panes === 2;
  const pixels = (isRow ? width / 2 : width) * devicePixelRatio;
  return useSyncExternalStore(views.hear, () => sizeFor({ pixels, zoom: views.get('left').zoom, full }));
}
