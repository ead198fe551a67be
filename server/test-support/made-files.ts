// Files made for a test: a TIFF of given tags, a DNG and a HEIC with nothing but a preview.

/** SHORT or LONG values of a tag by its number; `bytes` are values that lie elsewhere in the file. */
type Tag = { tag: number; type: 3 | 4; values: number[] };
type Directory = { tags: Tag[]; next?: number };

/** One directory at an offset, little-endian; lists of values lie right behind it. */
export function tiffDirectory({ tags, next = 0 }: Directory, offset: number): Buffer {
  const head = Buffer.alloc(2 + tags.length * 12 + 4);
  head.writeUInt16LE(tags.length, 0);
  const behind: Buffer[] = [];
  for (const [index, { tag, type, values }] of tags.entries()) {
    const at = 2 + index * 12;
    const size = type === 3 ? 2 : 4;
    const bytes = Buffer.alloc(Math.max(values.length * size, 4));
    for (const [nth, value] of values.entries()) bytes.writeUIntLE(value, nth * size, size);
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
