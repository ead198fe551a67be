// A photo's own header: when, where, in which direction and by which camera it was taken. Implausible values are dropped.
import exifr from 'exifr';

export type PictureHeader = {
  /** By the camera's own clock, without a zone: yyyy-mm-ddThh:mm:ss. */
  capturedAt: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Metres above the sea. */
  altitude: number | null;
  /** Degrees clockwise from north. */
  heading: number | null;
  /** Degrees above the horizon: -90 looks straight down. */
  pitch: number | null;
  camera: string | null;
  /** The program that wrote the file last, where it is one that edits pictures; cameras name their own software there. */
  editedWith: string | null;
  /** Pixels as shown upright. */
  width: number | null;
  height: number | null;
};

const nothing: PictureHeader = {
  capturedAt: null,
  latitude: null,
  longitude: null,
  altitude: null,
  heading: null,
  pitch: null,
  camera: null,
  editedWith: null,
  width: null,
  height: null,
};

/** Nothing beyond this is read: a header may claim values of any length. */
const pick = [
  ...[
    'Make',
    'Model',
    'Orientation',
    'Software',
    'DateTimeOriginal',
    'CreateDate',
    'ExifImageWidth',
    'ExifImageHeight',
  ],
  ...['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef', 'GPSAltitude', 'GPSAltitudeRef'],
  ...['GPSImgDirection', 'GPSImgDirectionRef'],
];

type Tags = Record<string, unknown>;

/** Raw values, from EXIF alone; a fault in one block leaves the others. */
const options = {
  ...{ reviveValues: false, translateValues: false, mergeOutput: true, silentErrors: true, pick },
  ...{ xmp: false, icc: false, iptc: false, jfif: false },
};

async function readTags(head: Buffer): Promise<Tags> {
  try {
    return Object(await exifr.parse(head, options)) as Tags;
  } catch {
    return {};
  }
}

function within(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}

/** Degrees, minutes and seconds. Without a hemisphere beside them they are no position. */
function degrees(parts: unknown, ref: unknown, most: 90 | 180): number | null {
  const side = nameIn(ref).slice(0, 1).toUpperCase();
  if (!(most === 90 ? 'NS' : 'EW').includes(side) || side === '') return null;
  const [d, m = 0, s = 0] = Array.from(Array.isArray(parts) ? parts : [], (part) => within(part, 0, 180));
  if (d === undefined || d === null || m === null || s === null || m > 60 || s > 60) return null;
  const value = d + m / 60 + s / 3600;
  const sign = side === 'S' || side === 'W' ? -1 : 1;
  return within(value * sign, -most, most);
}

/** A camera without a fix writes 0, 0, which lies in the sea. */
function placeOf(tags: Tags): Pick<PictureHeader, 'latitude' | 'longitude' | 'altitude'> {
  const latitude = degrees(tags.GPSLatitude, tags.GPSLatitudeRef, 90);
  const longitude = degrees(tags.GPSLongitude, tags.GPSLongitudeRef, 180);
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0))
    return { latitude: null, longitude: null, altitude: null };
  const isBelow = Object(tags.GPSAltitudeRef)[0] === 1 || tags.GPSAltitudeRef === 1;
  const altitude = within(tags.GPSAltitude, -1_000, 20_000);
  return { latitude, longitude, altitude: altitude !== null && isBelow ? -altitude : altitude };
}

/** '2026:03:04 09:15:00' from the camera, with or without fractions of a second and a zone; null for a day that does not exist. */
const clock = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,]\d*)? ?(?:Z|[+-]\d\d:?\d\d)?$/;

function clockOf(value: unknown): string | null {
  const parts = clock.exec(nameIn(value));
  if (!parts) return null;
  const text = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}`;
  const at = new Date(`${text}Z`);
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return exists && text >= '1990' && text < '2100' ? text : null;
}

const longestName = 80;

/** It ends at its first NUL; cameras leave old memory contents after it. */
function nameIn(value: unknown): string {
  const [name = ''] = typeof value === 'string' ? value.split('\0', 1) : [];
  if (name.length > longestName) return '';
  return name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').trim();
}

/** Make and model; many models include their make. */
function cameraOf({ Make, Model }: Tags): string | null {
  const [make, model] = [nameIn(Make), nameIn(Model)];
  const isNamed = model.toLowerCase().startsWith(make.toLowerCase());
  return (isNamed ? model : `${make} ${model}`).trim() || null;
}

const editors =
  /photoshop|lightroom|camera raw|gimp|affinity|pixelmator|capture one|luminar|darktable|rawtherapee|snapseed|picsart|photoscape|paint\.net|pixlr|canva|facetune|faceapp|acdsee|corel|krita|topaz|remini|photoroom/i;

/** By its EXIF, or by XMP, which some programs write alone. */
function editorOf({ Software }: Tags, text: string): string | null {
  const creator = /xmp:CreatorTool\s*(?:=\s*["']|>)([^"'<]{1,80})/.exec(text)?.[1];
  return [nameIn(Software), nameIn(creator)].find((name) => editors.test(name)) ?? null;
}

/** From a drone's XMP, as an attribute or an element; searched as text, whose length is bounded by the head. */
function gimbal(text: string, name: 'Yaw' | 'Pitch'): number | null {
  const found = new RegExp(`drone-dji:Gimbal${name}Degree\\s*(?:=\\s*["']|>)\\s*([+-]?\\d{1,3}(?:\\.\\d{1,9})?)`).exec(
    text,
  );
  return found ? within(Number(found[1]), -360, 360) : null;
}

/** Magnetic north may differ from the map's by ten degrees and more. */
function trueHeading({ GPSImgDirection, GPSImgDirectionRef }: Tags): number | null {
  return nameIn(GPSImgDirectionRef).toUpperCase() === 'M' ? null : within(GPSImgDirection, 0, 360);
}

function sizeOf({ ExifImageWidth, ExifImageHeight, Orientation }: Tags): Pick<PictureHeader, 'width' | 'height'> {
  const [width, height] = [within(ExifImageWidth, 1, 100_000), within(ExifImageHeight, 1, 100_000)];
  if (width === null || height === null) return { width: null, height: null };
  const isTurned = typeof Orientation === 'number' && Orientation >= 5 && Orientation <= 8;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** `head`: the first bytes of a picture, cut anywhere. */
export async function readPictureHeader(head: Buffer): Promise<PictureHeader> {
  const tags = await readTags(head);
  const text = head.toString('latin1');
  const heading = gimbal(text, 'Yaw') ?? trueHeading(tags);
  return {
    ...nothing,
    ...placeOf(tags),
    ...sizeOf(tags),
    capturedAt: clockOf(tags.DateTimeOriginal) ?? clockOf(tags.CreateDate),
    heading: heading === null ? null : (Math.round((heading + 360) * 100) % 36_000) / 100,
    pitch: gimbal(text, 'Pitch'),
    camera: cameraOf(tags),
    editedWith: editorOf(tags, text),
  };
}
