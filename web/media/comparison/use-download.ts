// 'Download comparison': one labelled picture of what is shown, from pictures of our own origin only.
import type { RefObject } from 'react';
import { formatDate } from '#web/lib/format.ts';
import { readSiteConfig } from '#web/lib/site-config.ts';
import type { PictureFormat } from './comparison-bar.tsx';
import { type ExportSize, exportImage, fileName } from './export-image.ts';
import type { LinkedHandle } from './linked-viewers.tsx';
import type { LinkedViewport } from './linked-viewport.ts';
import { type Mode, modeLabels, type SideName } from './modes.ts';
import type { Side } from './sides.ts';

type Shown = {
  sides: Record<SideName, Side>;
  mode: Mode;
  at: number;
  fade: number;
  shown: SideName;
  views: LinkedViewport;
  images: RefObject<Partial<Record<SideName, HTMLImageElement>>>;
  handle: RefObject<LinkedHandle | null>;
};

export function useDownload(what: Shown) {
  return async (format: PictureFormat): Promise<void> => {
    const { sides, mode } = what;
    const { left, right } = sides;
    const pictures = await drawnSides(what);
    const canvas = exportImage({
      ...what,
      sides: pictures,
      titles: { left: left.title, right: right.title },
      heading: [...new Set([left.visit.project, right.visit.project])].join(' and '),
      footing: `${modeLabels[mode].label} · ${readSiteConfig().brand.name} · made on ${formatDate(new Date().toISOString().slice(0, 10))}`,
      pane: paneOf(pictures.left),
    });
    const { project, date, site } = left.visit;
    save(
      await blobOf(canvas, format),
      fileName([project, site, date, right.visit.date, mode], format === 'png' ? 'png' : 'jpg'),
    );
  };
}

async function drawnSides({ views, images, handle }: Shown): Promise<Record<SideName, ExportSize>> {
  if (handle.current) {
    const { left, right } = await handle.current.capture();
    const of = (source: HTMLCanvasElement) => ({ source, width: source.width, height: source.height });
    return { left: of(left), right: of(right) };
  }
  const of = (side: SideName): ExportSize => {
    const source = images.current[side];
    if (!source) throw new Error('Wait until both pictures are shown.');
    return { source, width: source.naturalWidth, height: source.naturalHeight, view: views.get(side) };
  };
  return { left: of('left'), right: of('right') };
}

/** What was captured keeps its own shape; pictures keep that of the first. */
function paneOf({ width, height }: ExportSize): { width: number; height: number } {
  return { width, height };
}

function blobOf(canvas: HTMLCanvasElement, format: PictureFormat): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large for this browser.'))),
      `image/${format}`,
      0.92,
    ),
  );
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
