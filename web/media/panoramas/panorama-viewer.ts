// A panorama in a box of the page, by Photo Sphere Viewer: loading, looking, capturing what is shown, and giving all of it back.
import '#web/media/frame/trusted-types.ts';
import '@photo-sphere-viewer/core/index.css';
import { type PanoData, Viewer } from '@photo-sphere-viewer/core';
import { type Capture, captureOf, type LinkedViewer } from '#web/media/linked/linked-viewer.ts';
import type { PlaceFinder, Surface } from '#web/media/pins/surface.ts';
import type { PanoramaCrop, PanoramaView } from './panorama-view.ts';

// Places in a panorama for pins: directions, whatever it shows of them.
const pinZoom = 50;

export function panoramaPlaces(viewer: PanoramaViewer): PlaceFinder {
  return {
    box: viewer.box,
    isAbsolute: false,
    pointOf: ({ yaw, pitch }) => (yaw === undefined || pitch === undefined ? null : viewer.pointOf({ yaw, pitch })),
    placeAt: viewer.directionAt,
    analyzePicture({ yaw, pitch }) {
      if (yaw !== undefined && pitch !== undefined) viewer.setView({ yaw, pitch, zoom: pinZoom });
    },
  };
}

/** What it shows for pins; `viewer`: null until it can be asked. */
export function panoramaSurface(viewer: () => PanoramaViewer | null): Surface {
  const places = () => {
    const current = viewer();
    return current && panoramaPlaces(current);
  };
  return {
    kind: 'panorama',
    pointOf: (place) => places()?.pointOf(place) ?? null,
    placeAt: (point) => places()?.placeAt(point) ?? null,
  };
}

export type PanoramaViewer = LinkedViewer<PanoramaView> & {
  /** What it fills. */
  box: HTMLElement;
  /** Changes the picture and keeps the view; false when it could not be loaded, then the old one stays. */
  sharpen(url: string): Promise<boolean>;
  /** Where in its box a direction is seen, in pixels; null when it is out of sight. Degrees, from the middle of the picture. */
  pointOf(direction: { yaw: number; pitch: number }): { x: number; y: number } | null;
  directionAt(point: { x: number; y: number }): { yaw: number; pitch: number } | null;
  /** Whether the wheel zooms without Ctrl: only where a person works in it, so that pages can be scrolled past it. */
  claimWheel(claims: boolean): void;
};

type PanoramaOptions = {
  container: HTMLElement;
  url: string;
  /** Of a partial one: which part of the sphere it covers; the rest stays empty. */
  crop: PanoramaCrop | undefined;
  view: PanoramaView;
  onReady: () => void;
  onFailed: () => void;
};

const changeEvents = ['position-updated', 'zoom-updated'] as const;
const degree = Math.PI / 180;
let loads = 0;

/** From -180 to 180. */
function halfTurned(yaw: number): number {
  return ((((yaw + 180) % 360) + 360) % 360) - 180;
}

/** three.js lets two loads of one address share their end: a viewer that leaves early would take the next one's picture along. */
function uniqueUrl(url: string): string {
  loads += 1;
  return `${url}#${loads}`;
}

/** Texts of the library's own hints. */
const lang = {
  twoFingers: 'Use two fingers to look around',
  ctrlZoom: 'Click the picture, or hold Ctrl, to zoom with the wheel',
};

/** In pixels of the size that came. */
function panoDataOf(crop: PanoramaCrop, { naturalWidth, naturalHeight }: HTMLImageElement): PanoData {
  const fullWidth = Math.round(naturalWidth / crop.width);
  const fullHeight = Math.round(naturalHeight / crop.height);
  return {
    fullWidth,
    fullHeight,
    croppedWidth: naturalWidth,
    croppedHeight: naturalHeight,
    croppedX: Math.round(crop.left * fullWidth),
    croppedY: Math.round(crop.top * fullHeight),
  };
}

export function createPanoramaViewer(options: PanoramaOptions): PanoramaViewer {
  const { container, url, crop, view, onReady, onFailed } = options;
  const viewer = new Viewer({
    container,
    lang,
    navbar: false,
    // Keys are handled by the box around it, which has the focus; the library would listen to the whole page.
    keyboard: false,
    mousewheelCtrlKey: true,
    touchmoveTwoFingers: true,
    moveInertia: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    loadingTxt: '',
    defaultYaw: view.yaw * degree,
    defaultPitch: view.pitch * degree,
    defaultZoomLvl: view.zoom,
  });
  const now = (): PanoramaView => {
    const { yaw, pitch } = viewer.getPosition();
    return { yaw: yaw / degree, pitch: pitch / degree, zoom: viewer.getZoomLevel() };
  };
  const lifetime = new AbortController();
  viewer.addEventListener('ready', onReady, { once: true, signal: lifetime.signal });
  const show = (address: string) =>
    viewer.setPanorama(uniqueUrl(address), {
      transition: false,
      showLoader: false,
      ...(crop && { panoData: (image) => panoDataOf(crop, image) }),
    });
  show(url).catch(() => lifetime.signal.aborted || onFailed());
  return {
    box: container,
    view: now,
    onChange(listener) {
      const subscription = new AbortController();
      for (const event of changeEvents)
        viewer.addEventListener(event, () => listener(), { signal: subscription.signal });
      return () => subscription.abort();
    },
    setView({ yaw, pitch, zoom }) {
      viewer.rotate({ yaw: yaw * degree, pitch: pitch * degree });
      viewer.zoom(zoom);
    },
    pointOf({ yaw, pitch }) {
      const position = { yaw: yaw * degree, pitch: pitch * degree };
      return viewer.dataHelper.isPointVisible(position)
        ? viewer.dataHelper.sphericalCoordsToViewerCoords(position)
        : null;
    },
    directionAt(point) {
      const { yaw, pitch } = viewer.dataHelper.viewerCoordsToSphericalCoords(point) ?? {};
      return yaw === undefined || pitch === undefined ? null : { yaw: halfTurned(yaw / degree), pitch: pitch / degree };
    },
    sharpen: (sharper) =>
      show(sharper).catch(() => {
        viewer.hideError();
        return false;
      }),
    claimWheel: (claims) => viewer.setOption('mousewheelCtrlKey', !claims),
    capture: () => capture(viewer),
    destroy() {
      lifetime.abort();
      viewer.destroy();
    },
  };
}

/** The next frame: a WebGL canvas can be read only before the browser has shown it. */
function capture(viewer: Viewer): Promise<Capture> {
  return new Promise((resolve, reject) => {
    const take = () => {
      const canvas = viewer.container.querySelector<HTMLCanvasElement>('.psv-canvas');
      if (canvas) resolve(captureOf([canvas]));
      else reject(new Error('The panorama shows nothing that could be drawn'));
    };
    viewer.addEventListener('render', take, { once: true });
    viewer.needsUpdate();
  });
}
