// Which size of a panorama's picture a device gets: quick first, sharp when it pays, never more than its graphics can hold.
import type { MediaItem } from '#contract/media/endpoints.ts';
import { prefersReducedData } from '#web/lib/device/data-saver.ts';

/** What a device and its connection can take; `texture` is the longest side of a picture on its graphics, 0: it has no WebGL. */
export type PanoramaCapabilities = { texture: number; memory: number; savesData: boolean };

type NavigatorWithMemory = Navigator & { deviceMemory?: number };

let graphics: Omit<PanoramaCapabilities, 'savesData'> | undefined;

function textureLimit(): number {
  const gl = document.createElement('canvas').getContext('webgl2');
  const limit: unknown = gl?.getParameter(gl.MAX_TEXTURE_SIZE);
  // Browsers hold few contexts at a time: this one is given back at once.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof limit === 'number' ? limit : 0;
}

/** Of this device, whose graphics are looked up once. */
export function panoramaCapabilities(): PanoramaCapabilities {
  graphics ??= { texture: textureLimit(), memory: (navigator as NavigatorWithMemory).deviceMemory ?? 8 };
  return { ...graphics, savesData: prefersReducedData() };
}

/** Zoom from which the quick picture looks soft, and pixels of the screen from which it does so at once. */
const softZoom = 40;
const softWidth = 1000;

/** Whether the picture at its own size is worth its bytes: somebody looks closely, or the screen is wide. */
export function needsFullSize(zoom: number, pixels: number, device: PanoramaCapabilities): boolean {
  return zoom >= softZoom || (pixels >= softWidth && !device.savesData);
}

/** Address of the picture at its own size, where the device can hold it. */
export function fullSizeUrl(item: MediaItem, device: PanoramaCapabilities): string | null {
  const side = Math.max(item.width ?? 0, item.height ?? 0);
  const limit = device.memory < 4 ? Math.min(device.texture, 8192) : device.texture;
  return side > limit ? null : item.fullUrl;
}
