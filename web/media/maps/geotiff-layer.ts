// The content of a map: a GeoTIFF read in parts from its address, or a plain picture; and its place on earth, if it has one.
import '#web/media/frame/trusted-types.ts';
import ImageLayer from 'ol/layer/Image.js';
import type Layer from 'ol/layer/Layer.js';
import WebGLTile from 'ol/layer/WebGLTile.js';
import Projection from 'ol/proj/Projection.js';
import GeoTIFF from 'ol/source/GeoTIFF.js';
import ImageStatic from 'ol/source/ImageStatic.js';
import type TileGrid from 'ol/tilegrid/TileGrid.js';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { createFileParts, type FileParts } from '#web/media/frame/file-parts.ts';
import { fullSizeUrl, panoramaCapabilities } from '#web/media/panoramas/panorama-image.ts';
import { type GeoTiffFacts, MapProblem, openGeoTiff, outOfReach } from './geotiff-file.ts';
import { isPlaced } from './geotiff-place.ts';
import { projectionOfKeys } from './ground.ts';
import type { GeoKeys } from './own-projection.ts';

// How heights are drawn: tinted from low to high and shaded by the sun, with the labels of the legend.

/** From low to high, dark enough at the bottom and light enough at the top to be distinguished without colours. */
const tints = ['#1f5a6d', '#3f8a5f', '#9fb760', '#e3cf86', '#b98452', '#f3efe9'] as const;

export const legendGradient = `linear-gradient(to right, ${tints.join(', ')})`;

export type Heights = { min: number; max: number };

const metres = (digits: number) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits });

/** '312.4 m' if the map spans few metres, else whole metres. */
export function heightText(value: number, { min, max }: Heights): string {
  const digits = [10, 100].filter((span) => max - min < span).length;
  return `${metres(digits).format(value)} m`;
}

type Expression = (string | number | Expression)[];

/** Shades by the slope around a pixel: the sun is in the north-west at 45°. `opacity`: the band that marks missing data. */
export function reliefColour({ min, max }: Heights, opacity: number | undefined): Expression {
  const span = max - min || 1;
  const stops = tints.flatMap((tint, index) => [min + (span * index) / (tints.length - 1), tint]);
  const tint: Expression = ['interpolate', ['linear'], ['band', 1], ...stops];
  const slope = (dx: number, dy: number): Expression => [
    '/',
    ['-', ['band', 1, dx, dy], ['band', 1, -dx, -dy]],
    ['*', 2, ['resolution']],
  ];
  const [east, south] = [slope(1, 0), slope(0, 1)];
  const steepness: Expression = ['sqrt', ['+', 1, ['+', ['*', east, east], ['*', south, south]]]];
  // The unit normal times the direction of the sun: (-1, -1) on the plane, as high as it is far.
  const lit: Expression = ['/', ['+', ['*', 0.5, ['+', east, south]], Math.SQRT1_2], steepness];
  const shade: Expression = ['clamp', ['+', 0.15, lit], 0.3, 1];
  const light: Expression = ['*', 255, shade];
  const visible: Expression | number = opacity === undefined ? 1 : ['clamp', ['band', opacity], 0, 1];
  return ['*', tint, ['color', light, light, light, visible]];
}

export type GeoTiffLayer = {
  layer: Layer;
  extent: number[];
  projection: Projection;
  /** Width of one of its own pixels. */
  finest: number;
  onEarth: boolean;
  /** Its values are heights, in metres. */
  heights?: Heights;
  /** A note beside it, such as that its place is not known. */
  note?: string;
  /** Calls back if no part of it could be read. */
  onUnreadable(listener: (problem: MapProblem) => void): void;
  /** Calls back if a part of it could not be read, though others were. */
  onHole?(listener: (note: string) => void): void;
};

/** Throws a MapProblem if nothing of the item can be drawn. */
export async function createGeoTiffLayer(item: MediaItem): Promise<GeoTiffLayer> {
  const picture = fullSizeUrl(item, panoramaCapabilities()) ?? item.imageUrl;
  if (item.kind === 'geotiff' && item.fileUrl && panoramaCapabilities().texture > 0) {
    if (item.bytes === 0) throw new MapProblem('This map is empty: the file has no bytes.');
    try {
      return await createPyramidOrOriginal(item.mapUrl, item.fileUrl);
    } catch (error) {
      if (picture === null) throw error;
    }
  }
  if (picture === null) throw new MapProblem('This browser cannot draw maps: WebGL is missing or switched off.');
  return createImageLayer(picture);
}

/** A pyramid may be deleted during viewing: then its original is drawn, unless the connection fell silent, as it would again. */
async function createPyramidOrOriginal(mapUrl: string | undefined, fileUrl: string): Promise<GeoTiffLayer> {
  const parts = createFileParts();
  const pyramid = mapUrl && (await createTiffLayer(mapUrl, parts).catch(() => null));
  if (pyramid) return pyramid;
  return createTiffLayer(fileUrl, parts);
}

type Sources = Parameters<GeoTIFF['determineProjection']>[0];

/** Takes projections from our list instead of the network, and draws by the screen's pixels. */
class LocalGeoTiff extends GeoTIFF {
  /** How many screen pixels one CSS pixel has across, as far as the map uses them. */
  sharpness = () => 1;
  /** It is georeferenced in a way that we do not support. */
  isOutside = false;

  override getTileGridForProjection(projection: Projection): TileGrid {
    const grid = super.getTileGridForProjection(projection);
    const zoomFor: TileGrid['getZForResolution'] = (resolution, direction) =>
      grid.getZForResolution(resolution / this.sharpness(), direction);
    return Object.create(grid, { getZForResolution: { value: zoomFor } });
  }

  override async determineProjection(sources: Sources): Promise<void> {
    const first = sources[0]?.[0];
    const keys = first?.getGeoKeys();
    if (!first || !keys) return;
    this.projection = isPlaced(first) ? await projectionOfKeys(keys as GeoKeys) : null;
    this.isOutside = this.projection === null && Number(keys.GTModelTypeGeoKey ?? 0) > 0;
  }
}

/** Its header has been read already: the library waits forever if it cannot parse it. A silent host is noticed before. */
const senseMs = 6000;
const noMap = () => new MapProblem('The file could not be read as a map. A program such as QGIS may open it.');
const elsewhere = 'This map states its location in an unknown way: it has no scale, and nothing on it can be measured.';
const hole = 'A part of this map could not be read: the connection was lost, or the file is damaged.';
const damaged = () => new MapProblem('The file is damaged: its picture could not be read.');

async function createTiffLayer(url: string, parts: FileParts): Promise<GeoTiffLayer> {
  const facts = await openGeoTiff(url, parts);
  const { kind, ranges } = facts;
  const isStretched = kind === 'values';
  const source = new LocalGeoTiff({
    sources: [
      {
        url,
        loader: parts.load,
        ...(isStretched && { min: ranges.map(([min]) => min), max: ranges.map(([, max]) => max) }),
      },
    ],
    convertToRGB: 'auto',
    normalize: kind !== 'elevation',
    interpolate: kind !== 'palette',
    transition: 0,
    // A pyramid's tiles are small: a view needs a few of them, not all of their neighbours.
    ...(url.endsWith('&pyramid') && { sourceOptions: { blockSize: 16_384 } }),
  });
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(parts.isSilent() ? outOfReach() : noMap());
    void parts.quietFor(senseMs).then(fail);
    source.on('change', () => source.getState() === 'error' && fail());
  });
  const { extent, resolutions } = await Promise.race([source.getView(), timeout]);
  if (!extent || !resolutions) throw new MapProblem('The file does not say how large its map is.');
  const layer = new WebGLTile({ source, style: { color: colourOf(source, facts) } });
  source.sharpness = () => sharpnessOf(layer.getMapInternal()?.getSize() ?? []);
  return {
    layer,
    extent,
    projection: source.getProjection() ?? inPixels(extent),
    finest: source.getTileGrid()?.getResolutions().at(-1) ?? 1,
    onEarth: source.getProjection() !== null,
    ...(kind === 'elevation' && { heights: heightsOf(facts) }),
    ...(source.isOutside && { note: elsewhere }),
    ...reportsOf(source, parts),
  };
}

function reportsOf(source: LocalGeoTiff, parts: FileParts): Required<Pick<GeoTiffLayer, 'onUnreadable' | 'onHole'>> {
  let read = false;
  source.on('tileloadend', () => {
    read = true;
    parts.bePatient();
  });
  return {
    onUnreadable: (listener) =>
      source.on('tileloaderror', () => !read && listener(parts.isSilent() ? outOfReach() : damaged())),
    onHole: (listener) => source.on('tileloaderror', () => read && listener(hole)),
  };
}

/** In screen pixels: beyond this they cost more than they show on a screen as dense as a phone's. */
const maxSharpPixels = 700_000;

/** The screen's own pixels as long as they are not too many, at least CSS pixels. */
export function sharpnessOf([width = 0, height = 0]: readonly number[], ratio = devicePixelRatio): number {
  return Math.max(1, Math.min(ratio, Math.sqrt(maxSharpPixels / Math.max(1, width * height))));
}

function heightsOf({ ranges, metresPerUnit }: GeoTiffFacts): Heights {
  const [min, max] = ranges[0] ?? [0, 1];
  return { min: min * metresPerUnit, max: max * metresPerUnit };
}

type Band = ['band', number];
type Colour = NonNullable<NonNullable<ConstructorParameters<typeof WebGLTile>[0]>['style']>['color'];

/** Red, green, blue and opacity from its bands; one or two bands are grey. Further bands, such as near infrared, are not shown. */
function colourOf({ bandCount }: GeoTIFF, { kind, samples, hasOpacity, colours, ranges }: GeoTiffFacts): Colour {
  const isGrey = samples < 3;
  const band = (index: number): Band => ['band', isGrey ? 1 : index];
  const hasNodata = bandCount > samples;
  const last: Band = ['band', hasNodata ? bandCount : samples];
  const opacity = hasNodata || hasOpacity ? last : 1;
  if (kind === 'elevation') {
    const [min, max] = ranges[0] ?? [0, 1];
    return reliefColour({ min, max }, opacity === 1 ? undefined : last[1]) as Colour;
  }
  if (kind !== 'palette') return ['array', band(1), band(2), band(3), opacity];
  const chosen = ['palette', ['round', ['*', ['band', 1], 255]], colours];
  return (opacity === 1 ? chosen : ['*', chosen, ['color', 255, 255, 255, last]]) as Colour;
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
    onUnreadable: (listener) => source.on('imageloaderror', () => listener(damaged())),
  };
}
