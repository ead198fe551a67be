// 'Download comparison': one labelled picture of the view, drawn on a canvas from pictures of our own origin only.
import { formatInstantDay } from '#contract/core/day-words.ts';
import { composeHomographies, type Homography } from '#contract/geometry/homography.ts';
import { readSiteConfig } from '#web/lib/device/site-config.ts';
import { fileName, saveFile } from '#web/lib/page/save-file.ts';
import type { Capture, Pair } from '#web/media/linked/linked-viewer.ts';
import { placeIn, type Size, wholePhoto } from '#web/media/linked/photo-view.ts';
import { drawWarped } from '#web/media/linked/photo-warp.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { type Layering, modeLabels } from './modes.ts';
import type { PairHandle } from './viewer-pair.tsx';

export type ImageFormat = 'png' | 'jpeg';

type Download = { sides: Pair<Side>; layering: Layering; pair: PairHandle | null; format: ImageFormat };

export async function downloadComparison({ sides, layering, pair, format }: Download): Promise<void> {
  const { left, right } = sides;
  if (!pair) throw new Error('Wait until both pictures are shown.');
  const canvas = drawComparison({
    captures: await pair.capture(),
    titles: { left: left.title, right: right.title },
    heading: [...new Set([left.visit.project, right.visit.project])].join(' and '),
    footing: `${modeLabels[layering.mode].label} · ${readSiteConfig().brand.name} · made on ${formatInstantDay(Date.now())}`,
    layering,
  });
  const { project, date, site } = left.visit;
  saveFile(
    await encode(canvas, format),
    fileName([project, site, date, right.visit.date, layering.mode], format === 'png' ? 'png' : 'jpg', 'comparison'),
  );
}

export type Drawing = {
  captures: Pair<Capture>;
  titles: Pair<string>;
  /** The project and the product's name. */
  heading: string;
  footing: string;
  layering: Layering;
};

const margin = 32;
const headHeight = 96;
const footHeight = 64;
const labelHeight = 56;
const gap = 16;
const columnWidth = 1200;

/** Captures keep their shape; photos get that of the left one. */
function drawComparison(drawing: Drawing): HTMLCanvasElement {
  const { mode, at } = drawing.layering;
  const { left } = drawing.captures;
  const columns = mode === 'side' ? 2 : 1;
  const width = columns === 2 ? columnWidth : columnWidth * 1.5;
  const height = Math.round((width * left.height) / left.width);
  const canvas = document.createElement('canvas');
  canvas.width = margin * 2 + width * columns + gap * (columns - 1);
  canvas.height = headHeight + labelHeight + height + footHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the picture.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const write = textWriter(context, canvas.width - margin * 2);
  write(drawing.heading, { x: margin, y: 62, font: '600 36px', color: '#14181f' });
  write(drawing.footing, { x: margin, y: canvas.height - 24, font: '400 22px', color: '#586070' });
  const y = headHeight + labelHeight;
  for (const [index, column] of columnsOf(drawing).entries()) {
    const x = margin + index * (width + gap);
    const area = { x, y, width, height };
    textWriter(context, width)(column.title, { x, y: y - 18, font: '500 26px', color: '#14181f' });
    for (const layer of column.layers) drawLayer(context, layer, area);
    context.fillStyle = '#ffffff';
    if (mode === 'swipe') context.fillRect(x + (width * at) / 100 - 2, y, 4, height);
  }
  return canvas;
}

/** `frame`: the size of the picture that it is overlaid on. */
type Layer = Capture & { from: number; to: number; opacity: number; frame?: Size };
type Column = { title: string; layers: Layer[] };

/** Which layers each column has: from and to are shares of the column's width. */
export function columnsOf({ layering: { mode, at, fade, shown }, captures, titles }: Drawing): Column[] {
  const whole = { from: 0, to: 1, opacity: 1 };
  const left = { ...captures.left, ...whole, frame: captures.left.warp ? captures.right : captures.left };
  const right = { ...captures.right, ...whole, frame: captures.right.warp ? captures.left : captures.right };
  const edge = at / 100;
  switch (mode) {
    case 'side':
      return [
        { title: titles.left, layers: [left] },
        { title: titles.right, layers: [right] },
      ];
    case 'blink':
      return [{ title: titles[shown], layers: [shown === 'left' ? left : right] }];
    case 'fade': {
      const title = `${titles.left}, and ${Math.round(fade)}% of ${titles.right}`;
      return [{ title, layers: [left, { ...right, opacity: fade / 100 }] }];
    }
    case 'swipe': {
      const title = `${titles.left}  |  ${titles.right}`;
      const layers = [
        { ...left, to: edge },
        { ...right, from: edge },
      ];
      return [{ title, layers }];
    }
  }
}

type Area = Size & { x: number; y: number };

function drawLayer(context: CanvasRenderingContext2D, layer: Layer, area: Area): void {
  context.save();
  context.beginPath();
  context.rect(area.x + area.width * layer.from, area.y, area.width * (layer.to - layer.from), area.height);
  context.clip();
  context.globalAlpha = layer.opacity;
  context.fillStyle = '#eef0f3';
  // A blended layer is drawn on the other picture, not on a background of its own.
  if (layer.opacity === 1) context.fillRect(area.x, area.y, area.width, area.height);
  const { x, y, width, height } = placeIn(area, layer.frame ?? layer, layer.view ?? wholePhoto);
  context.imageSmoothingQuality = 'high';
  if (layer.warp) {
    const place = composeHomographies(layer.warp, [width, 0, x, 0, height, y, 0, 0, 1]);
    context.drawImage(warpedPicture(layer, area, place), area.x, area.y);
  } else context.drawImage(layer.source, area.x + x, area.y + y, width, height);
  context.restore();
}

/** On a canvas of its own, opaque: the pieces that it is drawn in overlap, which would show in a layer that is half seen. */
function warpedPicture(picture: Capture, { width, height }: Size, place: Homography): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the picture.');
  context.imageSmoothingQuality = 'high';
  drawWarped(context, picture, place);
  return canvas;
}

type TextStyle = { x: number; y: number; font: string; color: string };

/** Text too long for its line is cut with an ellipsis. */
function textWriter(context: CanvasRenderingContext2D, maxWidth: number) {
  return (text: string, { x, y, font, color }: TextStyle) => {
    context.font = `${font} "Inter Variable", system-ui, sans-serif`;
    context.fillStyle = color;
    let line = text;
    while (line.length > 1 && context.measureText(line).width > maxWidth) line = `${line.slice(0, -2).trimEnd()}…`;
    context.fillText(line, x, y);
  };
}

function encode(canvas: HTMLCanvasElement, format: ImageFormat): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large for this browser.'))),
      `image/${format}`,
      0.92,
    ),
  );
}
