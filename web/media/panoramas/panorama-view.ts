// The view of a panorama: turning by keys, linking two panoramas, and rounding for the address.

/** Degrees: `yaw` 0 to 360 to the right of the picture's middle, `pitch` -90 to 90; `zoom` 0 (wide) to 100 (near). */
export type PanoramaView = { yaw: number; pitch: number; zoom: number };
/** How much further one panorama is turned than another. */
export type PanoramaTurn = { yaw: number; pitch: number };

export const initialPanoramaView: PanoramaView = { yaw: 0, pitch: 0, zoom: 25 };
/** The part of the sphere that a partial panorama covers: shares from its upper left. */
export type PanoramaCrop = { left: number; top: number; width: number; height: number };

/** A partial panorama opens at its middle. */
export function firstView(crop: PanoramaCrop | undefined): PanoramaView {
  if (!crop) return initialPanoramaView;
  const { left, top, width, height } = crop;
  const [yaw, pitch] = [(left + width / 2 - 0.5) * 360, (0.5 - top - height / 2) * 180];
  return bounded({ ...initialPanoramaView, yaw, pitch });
}

export const noTurn: PanoramaTurn = { yaw: 0, pitch: 0 };

/** What each step turns or zooms by; fewer degrees the nearer it is. */
const turnStep = 12;
const zoomStep = 10;
const steps: Record<string, [yaw: number, pitch: number, zoom: number]> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  '+': [0, 0, 1],
  '=': [0, 0, 1],
  '-': [0, 0, -1],
  _: [0, 0, -1],
};

function wrapped(yaw: number): number {
  return ((yaw % 360) + 360) % 360;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function bounded({ yaw, pitch, zoom }: PanoramaView): PanoramaView {
  return { yaw: wrapped(yaw), pitch: clamp(pitch, -90, 90), zoom: clamp(zoom, 0, 100) };
}

/** The view after a key; null where the key means nothing here. */
export function afterKey(view: PanoramaView, key: string): PanoramaView | null {
  const step = steps[key];
  if (!step) return null;
  const turn = turnStep * (1 - view.zoom / 150);
  return bounded({
    yaw: view.yaw + step[0] * turn,
    pitch: view.pitch + step[1] * turn,
    zoom: view.zoom + step[2] * zoomStep,
  });
}

/** For the address: half a degree is less than a finger moves. */
export function roundedPanoramaView(view: PanoramaView): PanoramaView {
  const { yaw, pitch, zoom } = bounded(view);
  return { yaw: wrapped(Math.round(yaw * 2) / 2), pitch: Math.round(pitch * 2) / 2, zoom: Math.round(zoom) };
}

export function turnBetween(left: PanoramaView, right: PanoramaView): PanoramaTurn {
  return { yaw: wrapped(right.yaw - left.yaw), pitch: right.pitch - left.pitch };
}

export function inverseTurn({ yaw, pitch }: PanoramaTurn): PanoramaTurn {
  return { yaw: -yaw, pitch: -pitch };
}

/** For the address; nothing where both look alike. */
export function writeTurn({ yaw, pitch }: PanoramaTurn): readonly number[] {
  const rounded = [wrapped(Math.round(yaw * 2) / 2), Math.round(pitch * 2) / 2];
  return rounded.every((part) => part === 0) ? [] : rounded;
}

export function readTurn([yaw = 0, pitch = 0]: readonly number[]): PanoramaTurn {
  return { yaw, pitch };
}

/** The view that follows another one: the same zoom, turned further by this much. */
export function following(leader: PanoramaView, turn: PanoramaTurn): PanoramaView {
  return bounded({ yaw: leader.yaw + turn.yaw, pitch: leader.pitch + turn.pitch, zoom: leader.zoom });
}
