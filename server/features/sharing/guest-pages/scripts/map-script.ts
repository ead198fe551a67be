// The viewer of maps for guests: tiles of their levels, drawn as they come. It is fetched when a map is opened.
import { gesturesScript } from './gestures-script.ts';

/** `open(address, label)` answers an element to show. */
export const mapScript = `${gesturesScript}
const most = 200;

export async function open(address, label) {
  const at = (rest) => address.replace(/[^/]+$/, rest);
  const { tile, levels } = await (await fetch(at('levels'))).json();
  const [whole] = levels;
  /** The point of the finest level in the middle, and how many pixels of the screen one of its pixels takes. */
  let [x, y, zoom] = [whole.width / 2, whole.height / 2, 0];
  const tiles = new Map();
  const { area, canvas, redraw } = frame(label, {
    moveBy(across, down) {
      x -= across / zoom;
      y -= down / zoom;
      redraw();
    },
    zoomBy(factor, across, down) {
      const next = Math.max(fit() / 2, Math.min(4, zoom * factor));
      const [dx, dy] = [across - canvas.clientWidth / 2, down - canvas.clientHeight / 2];
      x += dx / zoom - dx / next;
      y += dy / zoom - dy / next;
      zoom = next;
      redraw();
    },
    draw,
  });
  const fit = () => Math.min(canvas.clientWidth / whole.width, canvas.clientHeight / whole.height);
  const brush = canvas.getContext('2d');

  function tileAt(level, column, row) {
    const name = level + '/' + column + '/' + row;
    const known = tiles.get(name);
    if (known) {
      tiles.delete(name);
      tiles.set(name, known);
      return known;
    }
    const image = new Image();
    image.onload = redraw;
    image.src = at('tiles/' + name);
    tiles.set(name, image);
    if (tiles.size > most) tiles.delete(tiles.keys().next().value);
    return image;
  }

  function drawLevel(level, sharp) {
    const { width, height } = levels[level];
    const scale = width / whole.width;
    const size = zoom * sharp / scale;
    const [left, top] = [x * scale - canvas.width / 2 / size, y * scale - canvas.height / 2 / size];
    const last = (start, length, side) => Math.min(Math.ceil(side / tile), Math.ceil((start + length / size) / tile));
    for (let row = Math.max(0, Math.floor(top / tile)); row < last(top, canvas.height, height); row++)
      for (let column = Math.max(0, Math.floor(left / tile)); column < last(left, canvas.width, width); column++) {
        const image = tileAt(level, column, row);
        if (!image.complete || image.naturalWidth === 0) continue;
        const [wide, high] = [Math.min(tile, width - column * tile), Math.min(tile, height - row * tile)];
        brush.drawImage(image, (column * tile - left) * size, (row * tile - top) * size, wide * size, high * size);
        canvas.dataset.drawn = level;
      }
  }

  function draw(sharp) {
    zoom ||= fit();
    x = Math.max(0, Math.min(whole.width, x));
    y = Math.max(0, Math.min(whole.height, y));
    brush.clearRect(0, 0, canvas.width, canvas.height);
    const last = levels.length - 1;
    let wanted = last;
    while (wanted > 0 && levels[wanted].width / whole.width < zoom * sharp * 0.8) wanted -= 1;
    // What is there already stands beneath what is still coming.
    for (const level of new Set([last, Math.min(last, wanted + 1), wanted])) drawLevel(level, sharp);
  }
  return area;
}
`;
