// The operator's map by OpenLayers: tiles of one PMTiles archive, drawn in a plain style of our own, and points that lead somewhere.
import '#web/media/frame/trusted-types.ts';
import 'ol/ol.css';
import { boundingExtent } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import OpenLayersMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat } from 'ol/proj.js';
import ImageTileSource from 'ol/source/ImageTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type VectorTile from 'ol/VectorTile.js';
import View from 'ol/View.js';
import { type Header, PMTiles, TileType } from 'pmtiles';
import { interactionsOf } from './map-interactions.ts';

/** An element that stands at a place. */
export type MapPoint = { longitude: number; latitude: number; element: HTMLElement };

export type TileMap = { zoomBy(steps: number): void; destroy(): void };

/** So near that a town is seen, where there is one point only. */
const nearest = 13;
const padding = [48, 32, 32, 32];

// The style: what layers are called by the schemas of Protomaps and OpenMapTiles, in quiet colours that follow light and dark.
const palettes = {
  light: { land: '#f3f2ee', water: '#bcd6e6', green: '#dfe8d5', road: '#ffffff', edge: '#c9c5bb', boundary: '#9b958a' },
  dark: { land: '#23272c', water: '#16303f', green: '#27322b', road: '#3c434b', edge: '#3c434b', boundary: '#6c747d' },
};
type Palette = (typeof palettes)['light'];

const isDark = () => getComputedStyle(document.documentElement).colorScheme.includes('dark');

function styleOf(palette: Palette): (feature: FeatureLike) => Style | undefined {
  const filled = (color: string) => new Style({ fill: new Fill({ color }) });
  const drawn = (color: string, width: number, dash?: number[]) =>
    new Style({ stroke: new Stroke({ color, width, ...(dash ? { lineDash: dash } : {}) }) });
  const byLayer: [RegExp, Style][] = [
    [/^(earth|land)$/, filled(palette.land)],
    [/^(landcover|landuse|park|natural)$/, filled(palette.green)],
    [/^(water|ocean)$/, filled(palette.water)],
    [/^(waterway|physical_line)$/, drawn(palette.water, 1.5)],
    [/^(roads?|transportation|transit)$/, drawn(palette.road, 2)],
    [/^(buildings?)$/, filled(palette.edge)],
    [/^(boundar(y|ies)|admin)$/, drawn(palette.boundary, 1, [4, 3])],
  ];
  return (feature) => byLayer.find(([name]) => name.test(String(feature.get('layer') ?? '')))?.[1];
}

type Archive = { archive: PMTiles; header: Header };

function vectorLayer({ archive, header }: Archive, palette: Palette) {
  const source = new VectorTileSource({
    format: new MVT(),
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    tileUrlFunction: (at) => at.join('/'),
    tileLoadFunction(tile, address) {
      const vector = tile as VectorTile<never>;
      const [z = 0, x = 0, y = 0] = address.split('/').map(Number);
      vector.setLoader((extent, _resolution, featureProjection) => {
        archive.getZxy(z, x, y).then(
          (found) => {
            const features = found ? vector.getFormat().readFeatures(found.data, { extent, featureProjection }) : [];
            vector.setFeatures(features as never[]);
          },
          () => vector.onError(),
        );
      });
    },
  });
  return new VectorTileLayer({ source, style: styleOf(palette), declutter: false });
}

const mediaTypes: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
};

function rasterLayer({ archive, header }: Archive) {
  const type = mediaTypes[header.tileType] ?? 'image/png';
  const source = new ImageTileSource({
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    async loader(z, x, y) {
      const found = await archive.getZxy(z, x, y);
      // Where the archive ends there is nothing to see.
      if (!found) return document.createElement('canvas');
      return createImageBitmap(new Blob([found.data], { type }));
    },
  });
  return new TileLayer({ source });
}

/** All points are in sight at first; a single one with what lies around it. */
export async function createTileMap(
  target: HTMLElement,
  { address, points }: { address: string; points: readonly MapPoint[] },
): Promise<TileMap> {
  const archive = new PMTiles(new URL(address, location.href).href);
  const header = await archive.getHeader();
  const palette = palettes[isDark() ? 'dark' : 'light'];
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150;
  const isVector = header.tileType === TileType.Mvt;
  target.style.backgroundColor = isVector ? palette.water : palette.land;
  const map = new OpenLayersMap({
    target,
    controls: [],
    interactions: interactionsOf(target, duration),
    layers: [isVector ? vectorLayer({ archive, header }, palette) : rasterLayer({ archive, header })],
    overlays: points.map(
      ({ longitude, latitude, element }) =>
        new Overlay({ element, position: fromLonLat([longitude, latitude]), positioning: 'bottom-center' }),
    ),
    view: new View({ center: [0, 0], zoom: header.minZoom, maxZoom: header.maxZoom + 4, enableRotation: false }),
  });
  const extent = boundingExtent(points.map(({ longitude, latitude }) => fromLonLat([longitude, latitude])));
  map.getView().fit(extent, { padding, maxZoom: Math.min(nearest, header.maxZoom), duration: 0 });
  return {
    zoomBy: (steps) => map.getView().animate({ zoom: (map.getView().getZoom() ?? 0) + steps, duration }),
    destroy() {
      map.setTarget(undefined);
      map.dispose();
    },
  };
}
