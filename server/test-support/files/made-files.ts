// Files made for a test: a TIFF of given tags, a DNG and a HEIC with nothing but a preview.

/** ASCII, SHORT, LONG or DOUBLE values of a tag by its number. */
type Tag = { tag: number; type: 2 | 3 | 4 | 12; values: number[] };
type Directory = { tags: Tag[]; next?: number };

/** One directory at an offset, little-endian; lists of values lie right behind it. */
export function tiffDirectory({ tags, next = 0 }: Directory, offset: number): Buffer {
  const head = Buffer.alloc(2 + tags.length * 12 + 4);
  head.writeUInt16LE(tags.length, 0);
  const behind: Buffer[] = [];
  for (const [index, { tag, type, values }] of tags.entries()) {
    const at = 2 + index * 12;
    const size = { 2: 1, 3: 2, 4: 4, 12: 8 }[type];
    const bytes = Buffer.alloc(Math.max(values.length * size, 4));
    for (const [nth, value] of values.entries())
      if (type === 12) bytes.writeDoubleLE(value, nth * size);
      else bytes.writeUIntLE(value, nth * size, size);
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(values.length, at + 4);
    if (bytes.length === 4) bytes.copy(head, at + 8);
    else {
      head.writeUInt32LE(offset + head.length + behind.reduce((sum, one) => sum + one.length, 0), at + 8);
      behind.push(bytes);
    }
  }
  head.writeUInt32LE(next, head.length - 4);
  return Buffer.concat([head, ...behind]);
}

export function tiffHeader(first: number): Buffer {
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(first, 4);
  return head;
}

/** Raw data without a picture in the first directory, a preview in the one beneath it, turned as `orientation` says. */
export function dngWith(jpeg: Buffer, orientation = 1): Buffer {
  const previewAt = 8;
  const beneathAt = previewAt + jpeg.length;
  const beneath = tiffDirectory(
    {
      tags: [
        { tag: 254, type: 4, values: [1] },
        { tag: 259, type: 3, values: [7] },
        { tag: 262, type: 3, values: [6] },
        { tag: 273, type: 4, values: [previewAt] },
        { tag: 279, type: 4, values: [jpeg.length] },
      ],
    },
    beneathAt,
  );
  const firstAt = beneathAt + beneath.length;
  const first = tiffDirectory(
    {
      tags: [
        { tag: 259, type: 3, values: [7] },
        { tag: 262, type: 3, values: [32_803] },
        { tag: 273, type: 4, values: [0] },
        { tag: 274, type: 3, values: [orientation] },
        { tag: 279, type: 4, values: [firstAt] },
        { tag: 330, type: 4, values: [beneathAt] },
      ],
    },
    firstAt,
  );
  return Buffer.concat([tiffHeader(firstAt), jpeg, beneath, first]);
}

type MadeTile = {
  side: number;
  samples: 1 | 3 | 4;
  compression: number;
  bytes: Buffer;
  /** 32: numbers with fractions. */
  bits?: 8 | 16 | 32;
  /** Its four bands are cyan, magenta, yellow and black. */
  isPrint?: boolean;
  /** What the fourth band is: 0 says nothing, as of near infrared; 2 opacity (TIFF 6.0, ExtraSamples). */
  extra?: 0 | 2;
  /** Red, green and blue of every index, 0 to 65,535, one colour after the other. */
  palette?: number[];
  /** Its position: an EPSG number, or keys as they are in the file, its north-west corner and the size of its pixels. */
  place?: { keys: number[]; corner: [number, number]; pixel: [number, number]; doubles?: number[] };
};

/** A TIFF of one tile. */
export function tiffOf(made: MadeTile): Buffer {
  const { side, samples, compression, bytes, bits = 8, extra, palette, place, isPrint = false } = made;
  const colours = isPrint ? 5 : { 1: 1, 3: 2, 4: 2 }[samples];
  const tag = (number: number, ...values: number[]): Tag => ({ tag: number, type: 4, values });
  const each = (value: number) => Array.from({ length: samples }, () => value);
  const at = 8;
  const tags = [
    tag(256, side),
    tag(257, side),
    { tag: 258, type: 3 as const, values: each(bits) },
    tag(259, compression),
    tag(262, palette ? 3 : colours),
    tag(277, samples),
    tag(284, 1),
    ...(palette ? [{ tag: 320, type: 3 as const, values: palette }] : []),
    tag(322, side),
    tag(323, side),
    tag(324, at),
    tag(325, bytes.length),
    ...(extra === undefined ? [] : [{ tag: 338, type: 3 as const, values: [extra] }]),
    { tag: 339, type: 3 as const, values: each(bits === 32 ? 3 : 1) },
    ...(place ? placeTags(place) : []),
    ...(compression === 34_887 ? [tag(50_674, 4, 0)] : []),
  ];
  return Buffer.concat([tiffHeader(at + bytes.length), bytes, tiffDirectory({ tags }, at + bytes.length)]);
}

/**
 * A TIFF with nothing but its position: UTM zone 13 north, half a metre per pixel unless given; `nodata`: the value for nothing, of up to
 * three digits.
 */
export function georeferenceOnly(nodata?: string, metres = 0.5): Buffer {
  const tags: Tag[] = [
    { tag: 256, type: 4, values: [1] },
    { tag: 257, type: 4, values: [1] },
    { tag: 33_550, type: 12, values: [metres, metres, 0] },
    { tag: 33_922, type: 12, values: [0, 0, 0, 492_000, 4_487_000, 0] },
    { tag: 34_735, type: 3, values: [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32_613] },
    ...(nodata ? [{ tag: 42_113, type: 2 as const, values: [...Buffer.from(nodata.padEnd(4, '\0'))] }] : []),
  ];
  return Buffer.concat([tiffHeader(8), tiffDirectory({ tags }, 8)]);
}

function placeTags({ keys, corner, pixel, doubles }: NonNullable<MadeTile['place']>): Tag[] {
  return [
    { tag: 33_550, type: 12, values: [...pixel, 0] },
    { tag: 33_922, type: 12, values: [0, 0, 0, ...corner, 0] },
    { tag: 34_735, type: 3, values: [1, 1, 0, keys.length / 4, ...keys] },
    ...(doubles ? [{ tag: 34_736, type: 12 as const, values: doubles }] : []),
  ];
}

/** Bytes as a ZSTD frame of blocks that are not compressed (RFC 8878). */
export function zstdOf(bytes: Buffer): Buffer {
  const head = Buffer.from('28b52ffda000000000', 'hex');
  head.writeUInt32LE(bytes.length, 5);
  const parts: Buffer[] = [head];
  for (let at = 0; at < bytes.length; at += 65_536) {
    const part = bytes.subarray(at, at + 65_536);
    const block = Buffer.alloc(3);
    block.writeUIntLE((part.length << 3) | Number(at + part.length === bytes.length), 0, 3);
    parts.push(block, part);
  }
  return Buffer.concat(parts);
}

/** A square of one grey as a LERC2 blob, which is then hardly more than its header. */
export function lercOf(side: number, grey: number): Buffer {
  const blob = Buffer.alloc(6 + 4 * 7 + 8 * 3 + 4);
  blob.write('Lerc2 ', 0, 'latin1');
  for (const [index, value] of [2, side, side, side * side, 8, blob.length, 1].entries())
    blob.writeInt32LE(value, 6 + index * 4);
  for (const [index, value] of [0.5, grey, grey].entries()) blob.writeDoubleLE(value, 34 + index * 8);
  return blob;
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A HEIC whose one item is of this type: 'jpeg', or 'Exif' with a thumbnail. */
export function heicWith(type: 'jpeg' | 'Exif', bytes: Buffer): Buffer {
  const infe = box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from(`${type}\0`, 'latin1'));
  const iinf = box('iinf', Buffer.from([0, 0, 0, 0, 0, 1]), infe);
  const place = Buffer.from('0100000044000001000100000000000100000000', 'hex');
  const iloc = (offset: number) => {
    const at = Buffer.alloc(8);
    at.writeUInt32BE(offset, 0);
    at.writeUInt32BE(bytes.length, 4);
    return box('iloc', place.subarray(0, 8), place.subarray(8, 10), Buffer.from([0, 0, 0, 0, 0, 1]), at);
  };
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0heicmif1', 'latin1'));
  const meta = (offset: number) => box('meta', Buffer.from([0, 0, 0, 0]), iinf, iloc(offset));
  const before = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(before), box('mdat', bytes)]);
}

/** The Exif item of a HEIC: a thumbnail in the second directory. */
export function exifWith(jpeg: Buffer, orientation: number): Buffer {
  const firstAt = 8;
  const secondAt = firstAt + 2 + 12 + 4;
  const jpegAt = secondAt + 2 + 24 + 4;
  const first = tiffDirectory({ tags: [{ tag: 274, type: 3, values: [orientation] }], next: secondAt }, firstAt);
  const second = tiffDirectory(
    {
      tags: [
        { tag: 513, type: 4, values: [jpegAt] },
        { tag: 514, type: 4, values: [jpeg.length] },
      ],
    },
    secondAt,
  );
  return Buffer.concat([Buffer.alloc(4), tiffHeader(firstAt), first, second, jpeg]);
}

/** A box of an MP4 film. */
export function videoBox(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0), 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** The table of contents of one track with this codec. */
export function videoContents(packing: string): Buffer {
  const entry = videoBox(packing, Buffer.alloc(78));
  const stsd = videoBox('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry);
  return videoBox(
    'moov',
    videoBox('trak', videoBox('mdia', videoBox('hdlr', Buffer.alloc(24)), videoBox('minf', videoBox('stbl', stsd)))),
  );
}

/** 32 bits each. */
export const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

/** `samples`: the lengths of the samples in its one chunk, at this offset of the video. */
type MadeTrack = { handler: string; samples: number[]; at: number; more?: Buffer[] };

function madeTrack({ handler, samples, at, more = [] }: MadeTrack): Buffer {
  const stbl = videoBox(
    'stbl',
    videoBox('stsc', numbers(0, 1, 1, samples.length, 1)),
    videoBox('stsz', numbers(0, 0, samples.length, ...samples)),
    videoBox('stco', numbers(0, 1, at)),
  );
  const hdlr = videoBox('hdlr', numbers(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(12));
  return videoBox('trak', videoBox('tkhd', Buffer.alloc(84)), videoBox('mdia', hdlr, videoBox('minf', stbl)), ...more);
}

/** A video of this many bytes without metadata. */
export function silentVideo(bytes: number): Buffer {
  const ftyp = videoBox('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
  const moov = videoBox('moov', videoBox('mvhd', Buffer.alloc(100)));
  const frames = Buffer.alloc(bytes - ftyp.length - moov.length - 8);
  for (const at of frames.keys()) frames[at] = at % 251;
  return Buffer.concat([ftyp, moov, videoBox('mdat', frames)]);
}

/** Where the videos of `placedVideo` say that they were made, in each of their ways. */
export const videoPlaces = [
  '+06.4541+003.3947/',
  'LOCI Lekki',
  'GPS(3.3947,6.4541)',
  'exif:GPSLatitude="6,27N"',
  'APPENDIX 6.4541',
];
/** Their picture and sound. */
export const videoFrames = Buffer.from('a picture, then another, and a sound', 'latin1');

/**
 * A video with its position in each way that cameras write it: ©xyz, loci, Apple's key, XMP, a track of telemetry that poses as subtitles,
 * and an appendix. `front`: its table of contents comes before the media data.
 */
export function placedVideo({ front }: { front: boolean }): Buffer {
  const [iso = '', loci = '', telemetry = '', xmp = '', appendix = ''] = videoPlaces;
  const key = 'com.apple.quicktime.location.ISO6709';
  const keys = videoBox('keys', numbers(0, 1, 8 + key.length), Buffer.from(`mdta${key}`, 'latin1'));
  const ilst = videoBox('ilst', videoBox('\0\0\0\x01', videoBox('data', numbers(1, 0), Buffer.from(iso))));
  const userData = videoBox('udta', videoBox('\xa9xyz', Buffer.from(iso)), videoBox('loci', Buffer.from(loci)));
  const ftyp = videoBox('ftyp', Buffer.from('qt  \0\0\0\0', 'latin1'));
  const mdat = videoBox('mdat', videoFrames, Buffer.from(telemetry));
  const uuid = videoBox('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(xmp));
  const contents = (start: number) =>
    videoBox(
      'moov',
      videoBox('mvhd', Buffer.alloc(100)),
      madeTrack({ handler: 'vide', samples: [videoFrames.length], at: start, more: [userData] }),
      madeTrack({ handler: 'sbtl', samples: [10, telemetry.length - 10], at: start + videoFrames.length }),
      userData,
      videoBox('meta', videoBox('hdlr', numbers(0, 0), Buffer.from('mdta'), Buffer.alloc(12)), keys, ilst),
    );
  const start = ftyp.length + 8 + (front ? contents(0).length : 0);
  const parts = front ? [contents(start), mdat] : [mdat, contents(start)];
  return Buffer.concat([ftyp, ...parts, uuid, Buffer.from(`\0\0\0\0${appendix}`, 'latin1')]);
}
