// A sphere in a box of the page, by Photo Sphere Viewer: loading, looking, drawing what is shown, and giving all of it back.
import { Viewer } from '@photo-sphere-viewer/core';
import '@photo-sphere-viewer/core/index.css';
import type { PanoramaView } from './panorama-view.ts';

export type PanoramaViewer = {
  look(view: PanoramaView): void;
  view(): PanoramaView;
  /** Changes the picture and keeps the view; false when it could not be had, then the old one stays. */
  sharpen(url: string): Promise<boolean>;
  /** Whether the wheel zooms without Ctrl: only where a person works in it, so that pages can be scrolled past it. */
  claimWheel(claims: boolean): void;
  /** What is shown now. */
  capture(): Promise<HTMLCanvasElement>;
  release(): void;
};

type Opening = {
  container: HTMLElement;
  url: string;
  view: PanoramaView;
  calm: boolean;
  onReady: () => void;
  onMove: (view: PanoramaView) => void;
  onFailed: () => void;
};

const degree = Math.PI / 180;
let openings = 0;

/** three.js lets two loads of one address share their end: a viewer that leaves early would take the next one's picture along. */
function ownAddress(url: string): string {
  openings += 1;
  return `${url}#${openings}`;
}

/** Words of the library's own hints. */
const lang = {
  twoFingers: 'Use two fingers to look around',
  ctrlZoom: 'Click the picture, or hold Ctrl, to zoom with the wheel',
};

export function createPanoramaViewer({
  container,
  url,
  view,
  calm,
  onReady,
  onMove,
  onFailed,
}: Opening): PanoramaViewer {
  const viewer = new Viewer({
    container,
    lang,
    navbar: false,
    // Keys are handled by the box around it, which has the focus; the library would listen to the whole page.
    keyboard: false,
    mousewheelCtrlKey: true,
    touchmoveTwoFingers: true,
    moveInertia: !calm,
    loadingTxt: '',
    defaultYaw: view.yaw * degree,
    defaultPitch: view.pitch * degree,
    defaultZoomLvl: view.zoom,
  });
  const now = (): PanoramaView => {
    const { yaw, pitch } = viewer.getPosition();
    return { yaw: yaw / degree, pitch: pitch / degree, zoom: viewer.getZoomLevel() };
  };
  const ends = new AbortController();
  const once = { once: true, signal: ends.signal };
  const whileOpen = { signal: ends.signal };
  viewer.addEventListener('ready', onReady, once);
  viewer.addEventListener('position-updated', () => onMove(now()), whileOpen);
  viewer.addEventListener('zoom-updated', () => onMove(now()), whileOpen);
  const show = (address: string) => viewer.setPanorama(ownAddress(address), { transition: false, showLoader: false });
  show(url).catch(() => ends.signal.aborted || onFailed());
  return {
    view: now,
    look({ yaw, pitch, zoom }) {
      viewer.rotate({ yaw: yaw * degree, pitch: pitch * degree });
      viewer.zoom(zoom);
    },
    sharpen: (sharper) =>
      show(sharper).catch(() => {
        viewer.hideError();
        return false;
      }),
    claimWheel: (claims) => viewer.setOption('mousewheelCtrlKey', !claims),
    capture: () => drawn(viewer),
    release() {
      ends.abort();
      viewer.destroy();
    },
  };
}

/** The drawing of the next frame: a WebGL canvas can be read only before the browser has shown it. */
function drawn(viewer: Viewer): Promise<HTMLCanvasElement> {
  return new Promise((resolve, reject) => {
    const take = () => {
      const from = viewer.container.querySelector<HTMLCanvasElement>('.psv-canvas');
      const to = document.createElement('canvas');
      const brush = to.getContext('2d');
      if (!from || !brush) return reject(new Error('The sphere shows nothing that could be drawn'));
      to.width = from.width;
      to.height = from.height;
      brush.drawImage(from, 0, 0);
      resolve(to);
    };
    viewer.addEventListener('render', take, { once: true });
    viewer.needsUpdate();
  });
}
