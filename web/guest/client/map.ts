// The viewer of maps for guests: tiles of their levels, drawn as they come. It is fetched when a map is opened.
import { viewerFrame } from './viewer-frame.ts';

/** In pixels, finest first: no coordinates and no scale. */
type Size = { width: number; height: number };
type Levels = { tile: number; levels: [Size, ...Size[]] };

const mostTiles = 200;

/** The pictures of tiles, those used last kept. */
function createTiles(addressOf: (name: string) => string, onLoad: () => void) {
  const tiles = new Map<string, HTMLImageElement>();
  return (name: string): HTMLImageElement => {
    const known = tiles.get(name);
    if (known) {
      tiles.delete(name);
      tiles.set(name, known);
      return known;
    }
    const image = new Image();
    image.onload = onLoad;
    image.src = addressOf(name);
    tiles.set(name, image);
    const [oldest] = tiles.keys();
    if (tiles.size > mostTiles && oldest !== undefined) tiles.delete(oldest);
    return image;
  };
}

/** Answers an element to show. */
export async function open(address: string, label: string): Promise<HTMLElement> {
  const sibling = (name: string) => address.replace(/[^/]+$/, name);
  const { tile, levels } = (await (await fetch(sibling('levels'))).json()) as Levels;
  const [whole] = levels;
  /** The point of the finest level in the middle, and how many pixels of the screen one of its pixels takes. */
  let [x, y, zoom] = [whole.width / 2, whole.height / 2, 0];
  const { area, canvas, redraw } = viewerFrame(label, {
    moveBy(across, down) {
      x -= across / zoom;
      y -= down / zoom;
      redraw();
    },
    zoomBy(factor, around) {
      const next = Math.max(wholeZoom() / 2, Math.min(4, zoom * factor));
      const [dx, dy] = [around.x - canvas.clientWidth / 2, around.y - canvas.clientHeight / 2];
      x += dx / zoom - dx / next;
      y += dy / zoom - dy / next;
      zoom = next;
      redraw();
    },
    draw,
  });
  const wholeZoom = () => Math.min(canvas.clientWidth / whole.width, canvas.clientHeight / whole.height);
  const brush = canvas.getContext('2d');
  const tileAt = createTiles((name) => sibling(`tiles/${name}`), redraw);

  function drawLevel(level: number, sharp: number): void {
    const { width, height } = levels[level] ?? whole;
    const scale = width / whole.width;
    const size = (zoom * sharp) / scale;
    const [left, top] = [x * scale - canvas.width / 2 / size, y * scale - canvas.height / 2 / size];
    const columns = Math.min(Math.ceil(width / tile), Math.ceil((left + canvas.width / size) / tile));
    const rows = Math.min(Math.ceil(height / tile), Math.ceil((top + canvas.height / size) / tile));
    for (let row = Math.max(0, Math.floor(top / tile)); row < rows; row++)
      for (let column = Math.max(0, Math.floor(left / tile)); column < columns; column++) {
        const image = tileAt(`${level}/${column}/${row}`);
        if (!image.complete || image.naturalWidth === 0) continue;
        const [wide, high] = [Math.min(tile, width - column * tile), Math.min(tile, height - row * tile)];
        const [across, down] = [(column * tile - left) * size, (row * tile - top) * size];
        brush?.drawImage(image, across, down, wide * size, high * size);
        canvas.dataset.drawn = String(level);
      }
  }

  function draw(sharp: number): void {
    zoom ||= wholeZoom();
    x = Math.max(0, Math.min(whole.width, x));
    y = Math.max(0, Math.min(whole.height, y));
    brush?.clearRect(0, 0, canvas.width, canvas.height);
    const coarsest = levels.length - 1;
    const isTooCoarse = ({ width }: Size) => width / whole.width < zoom * sharp * 0.8;
    let wanted = coarsest;
    while (wanted > 0 && isTooCoarse(levels[wanted] ?? whole)) wanted -= 1;
    // What is there already stands beneath what is still coming.
    for (const level of new Set([coarsest, Math.min(coarsest, wanted + 1), wanted])) drawLevel(level, sharp);
  }
  return area;
}
