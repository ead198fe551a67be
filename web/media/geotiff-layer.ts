// What a map shows: a GeoTIFF read in parts from its address, or a plain picture; and where on earth it lies, if it says so.
import ImageLayer from 'ol/layer/Image.js';
import type Layer from 'ol/layer/Layer.js';
import WebGLTile from 'ol/layer/WebGLTile.js';
import Projection from 'ol/proj/Projection.js';
import { addCoordinateTransforms, addProjection, get as getProjection } from 'ol/proj.js';
import GeoTIFF from 'ol/source/GeoTIFF.js';
import ImageStatic from 'ol/source/ImageStatic.js';
import proj4 from 'proj4';
import type { MediaItem } from '#contract/media.ts';
import { definitionOf } from './map-projections.ts';
import { fullSizeUrl, panoramaCapabilities } from './panorama-image.ts';

export type GeoTiffLayer = {
  layer: Layer;
  extent: number[];
  projection: Projection;
  /** Width of one of its own pixels. */
  finest: number;
  onEarth: boolean;
  /** Calls back when not one part of it could be read. */
  onUnreadable(listener: () => void): void;
};

/** Throws when nothing of the item can be drawn. */
export async function createGeoTiffLayer(item: MediaItem): Promise<GeoTiffLayer> {
  if (item.kind === 'geotiff' && item.fileUrl && panoramaCapabilities().texture > 0) {
    // A pyramid may go while somebody looks: then its original is drawn.
    for (const url of [item.mapUrl, item.fileUrl]) {
      const tiff = url === undefined ? null : await createTiffLayer(url).catch(() => null);
      if (tiff) return tiff;
    }
  }
  const picture = fullSizeUrl(item, panoramaCapabilities()) ?? item.imageUrl;
  if (picture === null) throw new Error(`Nothing of ${item.name} can be drawn`);
  return createImageLayer(picture);
}

/** Registered once with its transformation to degrees, through which two maps understand each other. */
function projectionOf(epsg: number): Projection | null {
  const code = `EPSG:${epsg}`;
  const definition = definitionOf(epsg);
  if (!definition) return null;
  const existing = getProjection(code);
  if (existing) return existing;
  const units = definition.startsWith('+proj=longlat') ? 'degrees' : 'm';
  const projection = new Projection({ code, units });
  addProjection(projection);
  const { forward, inverse } = proj4('EPSG:4326', definition);
  addCoordinateTransforms('EPSG:4326', projection, forward, inverse);
  return projection;
}

type GeoKeys = { ProjectedCSTypeGeoKey?: number; GeographicTypeGeoKey?: number };
type Sources = Parameters<GeoTIFF['determineProjection']>[0];

/** Knows projections by our list instead of over the network, and whether the last band says how opaque a pixel is. */
class BandedGeoTiff extends GeoTIFF {
  samples = 0;
  hasOpacity = false;

  override async determineProjection(sources: Sources): Promise<void> {
    const image = sources[0]?.[0];
    if (!image) return;
    const keys: GeoKeys = image.getGeoKeys() ?? {};
    this.projection = projectionOf(keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey ?? 0);
    this.samples = image.getSamplesPerPixel();
    const extra: ArrayLike<number> | undefined = image.fileDirectory.getValue('ExtraSamples');
    // 1 and 2 are opacity; 0, as of near infrared, is not (TIFF 6.0, ExtraSamples).
    this.hasOpacity = extra !== undefined && (extra[extra.length - 1] ?? 0) > 0;
  }
}

/** Some broken files leave the library waiting for ever. */
const timeoutMs = 45_000;

async function createTiffLayer(url: string): Promise<GeoTiffLayer> {
  const source = new BandedGeoTiff({ sources: [{ url }], convertToRGB: 'auto', transition: 0 });
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, timeoutMs, new Error('The file did not open in time'));
  });
  const { extent, resolutions } = await Promise.race([source.getView(), timeout]);
  if (!extent || !resolutions) throw new Error('The file has no extent');
  const layer = new WebGLTile({ source, style: { color: colourOf(source) } });
  return {
    layer,
    extent,
    projection: source.getProjection() ?? inPixels(extent),
    finest: source.getTileGrid()?.getResolutions().at(-1) ?? 1,
    onEarth: source.getProjection() !== null,
    onUnreadable(listener) {
      let read = false;
      source.on('tileloadend', () => {
        read = true;
      });
      source.on('tileloaderror', () => !read && listener());
    },
  };
}

type Band = ['band', number];

/** Red, green, blue and opacity from its bands; one or two bands are grey. Bands beyond, as near infrared, are not shown. */
function colourOf({ samples, hasOpacity, bandCount }: BandedGeoTiff): ['array', Band, Band, Band, Band | number] {
  const isGrey = samples < 3;
  const band = (index: number): Band => ['band', isGrey ? 1 : index];
  const hasNodata = bandCount > samples;
  const last: Band = ['band', hasNodata ? bandCount : samples];
  return ['array', band(1), band(2), band(3), hasNodata || hasOpacity ? last : 1];
}

function inPixels(extent: number[]): Projection {
  return new Projection({ code: 'PICTURE', units: 'pixels', extent });
}

async function createImageLayer(url: string): Promise<GeoTiffLayer> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const extent = [0, 0, image.naturalWidth, image.naturalHeight];
  const projection = inPixels(extent);
  const source = new ImageStatic({ url, imageExtent: extent, projection });
  return {
    layer: new ImageLayer({ source }),
    extent,
    projection,
    finest: 1,
    onEarth: false,
    onUnreadable: (listener) => source.on('imageloaderror', listener),
  };
}
