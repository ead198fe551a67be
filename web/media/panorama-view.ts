// Where a person looks in a sphere: turning by keys, locking two spheres together, and the rounding that an address can hold.

/** Degrees: `yaw` 0 to 360 to the right of the picture's middle, `pitch` -90 to 90; `zoom` 0 (wide) to 100 (near). */
export type PanoramaView = { yaw: number; pitch: number; zoom: number };
export type PanoramaOffset = { yaw: number; pitch: number };

export const initialPanoramaView: PanoramaView = { yaw: 0, pitch: 0, zoom: 25 };
export const together: PanoramaOffset = { yaw: 0, pitch: 0 };

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

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function kept({ yaw, pitch, zoom }: PanoramaView): PanoramaView {
  return { yaw: wrapped(yaw), pitch: within(pitch, -90, 90), zoom: within(zoom, 0, 100) };
}

/** The view after a key; null where the key means nothing here. */
export function afterKey(view: PanoramaView, key: string): PanoramaView | null {
  const step = steps[key];
  if (!step) return null;
  const turn = turnStep * (1 - view.zoom / 150);
  return kept({
    yaw: view.yaw + step[0] * turn,
    pitch: view.pitch + step[1] * turn,
    zoom: view.zoom + step[2] * zoomStep,
  });
}

/** For the address: half a degree is less than a finger moves. */
export function roundedPanoramaView(view: PanoramaView): PanoramaView {
  const { yaw, pitch, zoom } = kept(view);
  return { yaw: wrapped(Math.round(yaw * 2) / 2), pitch: Math.round(pitch * 2) / 2, zoom: Math.round(zoom) };
}

/** How much further `follower` has turned than `leader`. */
export function offsetOf(leader: PanoramaView, follower: PanoramaView): PanoramaOffset {
  return { yaw: wrapped(follower.yaw - leader.yaw), pitch: follower.pitch - leader.pitch };
}

/** The view of whoever follows a leader at an offset; -1 as `sign` answers the leader's from the follower's. */
export function following(leader: PanoramaView, offset: PanoramaOffset, sign: 1 | -1 = 1): PanoramaView {
  return kept({
    yaw: leader.yaw + sign * offset.yaw,
    pitch: leader.pitch + sign * offset.pitch,
    zoom: leader.zoom,
  });
}
