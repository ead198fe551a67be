// One labelled picture of what a comparison shows, drawn on a canvas of our own.
import type { Mode, SideName } from './modes.ts';
import { placed, type Viewport } from './viewport.ts';

/** A picture in its pane, or something that was captured as it was shown (then without a view). */
export type ExportSize = { source: CanvasImageSource; width: number; height: number; view?: Viewport | undefined };

export type ExportInput = {
  sides: Record<SideName, ExportSize>;
  titles: Record<SideName, string>;
  /** Project and the product's name. */
  heading: string;
  footing: string;
  mode: Mode;
  at: number;
  fade: number;
  shown: SideName;
  /** Width by height of what is shown. */
  pane: { width: number; height: number };
};

const margin = 32;
const head = 96;
const foot = 64;
const label = 56;
const gap = 16;
const paneWidth = 1200;

export function exportImage(drawing: ExportInput): HTMLCanvasElement {
  const { mode, pane } = drawing;
  const panes = mode === 'side' ? 2 : 1;
  const size = { width: panes === 2 ? paneWidth : paneWidth * 1.5, height: 0 };
  size.height = Math.round((size.width * pane.height) / pane.width);
  const canvas = document.createElement('canvas');
  canvas.width = margin * 2 + size.width * panes + gap * (panes - 1);
  canvas.height = head + label + size.height + foot;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the picture.');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const write = writer(pen, canvas.width - margin * 2);
  write(drawing.heading, { x: margin, y: 62, font: '600 36px', colour: '#14181f' });
  write(drawing.footing, { x: margin, y: canvas.height - 24, font: '400 22px', colour: '#586070' });
  const top = head + label;
  for (const [nth, part] of partsOf(drawing).entries()) {
    const x = margin + nth * (size.width + gap);
    const area = { x, y: top, ...size };
    writer(pen, size.width)(part.title, { x, y: top - 18, font: '500 26px', colour: '#14181f' });
    for (const layer of part.layers) paint(pen, layer, area);
    if (mode === 'swipe') divide(pen, drawing.at, area);
  }
  return canvas;
}

type Layer = ExportSize & { from: number; to: number; opacity: number };
type Part = { title: string; layers: Layer[] };

/** Which pictures lie where: from and to are parts of the pane's width. */
export function partsOf({ mode, sides, titles, at, fade, shown }: ExportInput): Part[] {
  const whole = { from: 0, to: 1, opacity: 1 };
  const left = { ...sides.left, ...whole };
  const right = { ...sides.right, ...whole };
  if (mode === 'side')
    return [
      { title: titles.left, layers: [left] },
      { title: titles.right, layers: [right] },
    ];
  if (mode === 'blink') return [{ title: titles[shown], layers: [shown === 'left' ? left : right] }];
  if (mode === 'fade')
    return [
      {
        title: `${titles.left}, and ${Math.round(fade)}% of ${titles.right}`,
        layers: [left, { ...right, opacity: fade / 100 }],
      },
    ];
  const edge = at / 100;
  return [
    {
      title: `${titles.left}  |  ${titles.right}`,
      layers: [
        { ...left, to: edge },
        { ...right, from: edge },
      ],
    },
  ];
}

type Area = { x: number; y: number; width: number; height: number };

function paint(pen: CanvasRenderingContext2D, layer: Layer, area: Area): void {
  pen.save();
  pen.beginPath();
  pen.rect(area.x + area.width * layer.from, area.y, area.width * (layer.to - layer.from), area.height);
  pen.clip();
  pen.globalAlpha = layer.opacity;
  pen.fillStyle = '#000000';
  // What blends lies on the other picture, not on a ground of its own.
  if (layer.opacity === 1) pen.fillRect(area.x, area.y, area.width, area.height);
  const view = layer.view ?? { x: 0.5, y: 0.5, zoom: 1 };
  const { x, y, width, height } = placed(view, layer, area);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(layer.source, area.x + x, area.y + y, width, height);
  pen.restore();
}

function divide(pen: CanvasRenderingContext2D, at: number, { x, y, width, height }: Area): void {
  pen.fillStyle = '#ffffff';
  pen.fillRect(x + (width * at) / 100 - 2, y, 4, height);
}

type Words = { x: number; y: number; font: string; colour: string };

/** Words too long for their line are cut with an ellipsis. */
function writer(pen: CanvasRenderingContext2D, most: number) {
  return (text: string, { x, y, font, colour }: Words) => {
    pen.font = `${font} "Inter Variable", system-ui, sans-serif`;
    pen.fillStyle = colour;
    let kept = text;
    while (kept.length > 1 && pen.measureText(kept).width > most) kept = `${kept.slice(0, -2).trimEnd()}…`;
    pen.fillText(kept, x, y);
  };
}

/** 'lekki-palm-residences_2026-02-10_2026-09-24_swipe.png'. */
export function fileName(parts: readonly string[], ending: string): string {
  const words = parts.map((part) =>
    part
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  );
  return `${words.filter(Boolean).join('_') || 'comparison'}.${ending}`;
}
