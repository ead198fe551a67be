// Two photos, compared in one of the four ways.
import { useEffect, useImperativeHandle, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { MediaItem, PictureSize } from '#contract/media/endpoints.ts';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { type SideName, sideNames } from '#web/media/linked/linked-viewer.ts';
import { createPhotoLink, needsWhole, type PhotoLink } from '#web/media/linked/photo-view.ts';
import type { Layering } from './modes.ts';
import { beside } from './modes.ts';
import { Overlay, SideLabel } from './overlay.tsx';
import { PanZoom } from './pan-zoom.tsx';
import { PhotoLayer } from './photo-layer.tsx';
import { photoViewSource, useViewUrl } from './view-url.ts';
import { captureBoth, overlayStyle, type PairProps, pairGrid } from './viewer-pair.tsx';

export function PhotoPair(props: PairProps) {
  const { items, titles, labels, layering, setAt, locked, full, url, onUrl, alignment, ref } = props;
  const [link] = useState(createPhotoLink);
  const [source] = useState(() => photoViewSource(link));
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const { mode } = layering;
  const size = useImageSize(box, link, { full, columns: mode === 'side' ? 2 : 1 });
  useEffect(() => link.lock(locked), [link, locked]);
  const laid = mode === 'side' ? undefined : alignment?.photo;
  useLayoutEffect(() => link.align(laid ?? null), [link, laid]);
  useViewUrl(source, url, onUrl);
  useImperativeHandle(ref, () => ({ capture: () => captureBoth(link.viewers), controls: link }), [link]);
  const isCovered = mode === 'blink' && layering.shown === 'right';
  const layer = (side: SideName) => (
    <PhotoLayer
      key={side}
      item={items[side]}
      alt={`${titles[side]}: ${items[side].name}`}
      viewer={link.viewers[side]}
      size={size}
      style={side === 'right' ? overlayStyle(layering) : { visibility: isCovered ? 'hidden' : 'visible' }}
      half={mode === 'side' ? undefined : { side, name: nameOf(labels[side]) }}
      opaque={laid !== undefined && side === 'right' && mode === 'swipe'}
    />
  );
  const panZoom = { link, locked, full };
  if (mode === 'side')
    return (
      <div ref={setBox} className={pairGrid}>
        {sideNames.map((side) => (
          <PanZoom key={side} {...panZoom} label={titles[side]} sideAt={() => side}>
            {layer(side)}
            <SideLabel side={side} title={labels[side]} />
          </PanZoom>
        ))}
      </div>
    );
  return (
    <Overlay titles={titles} labels={labels} layering={layering} setAt={setAt}>
      <PanZoom
        {...panZoom}
        ref={setBox}
        className="size-full"
        label={`${titles.left} and ${titles.right}`}
        sideAt={(across) => (locked ? 'left' : sideUnder(layering, across))}
      >
        {sideNames.map(layer)}
      </PanZoom>
    </Overlay>
  );
}

/** 'Session 1' of 'Session 1 · November 15, 2026'. */
const nameOf = (label: string) => label.split(' · ')[0] ?? label;

/** With the sides unlocked, a drag moves the photo under the pointer. */
function sideUnder({ mode, at, fade, shown }: Layering, across: number): SideName {
  if (mode === 'swipe') return across * 100 > at ? 'right' : 'left';
  if (mode === 'fade') return fade >= 50 ? 'right' : 'left';
  return shown;
}

/** A single photo has no partner. */
export function SinglePhoto(props: { item: MediaItem; title: string; label: string; side: SideName; full: boolean }) {
  const { item, title, label, side, full } = props;
  const [link] = useState(createPhotoLink);
  const isSaving = useSavesData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is shown whole.
  useEffect(() => link.reset(), [link, item.id]);
  return (
    <PanZoom label={title} link={link} locked full={full} sideAt={() => 'left'} className="size-full">
      <PhotoLayer
        item={item}
        alt={`${title}: ${item.name}`}
        viewer={link.viewers.left}
        size={sizeFor({ pixels: 0, zoom: 1, full, isSaving })}
      />
      <SideLabel side={side} title={label} />
    </PanZoom>
  );
}

/** Changes only when another size is needed, however the photos move meanwhile. */
function useImageSize(box: HTMLElement | null, link: PhotoLink, { full, columns }: { full: boolean; columns: 1 | 2 }) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (box) observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  const isRow = useMediaQuery(beside) && columns === 2;
  const pixels = (isRow ? width / 2 : width) * devicePixelRatio;
  const isSaving = useSavesData();
  return useSyncExternalStore(link.onChange, () =>
    sizeFor({ pixels, zoom: link.viewers.left.view().zoom, full, isSaving }),
  );
}

/** For the page, for zoom or large boxes, and for what would be blurred otherwise. */
const usual = ['s800', 's1600', 'full'] as const;
/** Where data is saved, nothing is sharper than requested. */
const thrifty = ['s400', 's800', 's1600'] as const;

type Seen = { pixels: number; zoom: number; full: boolean; isSaving: boolean };

/** The middle one for large or dense boxes, zoom and fullscreen. */
function sizeFor({ pixels, zoom, full, isSaving }: Seen): PictureSize {
  const [small, medium, large] = isSaving ? thrifty : usual;
  if (isSaving ? zoom >= 3 : needsWhole({ pixels, zoom })) return large;
  return full || zoom > 1.2 || (pixels > 1000 && !isSaving) ? medium : small;
}
