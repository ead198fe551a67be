// What a TIFF is: a map that says where it lies, a camera's raw picture, or a picture as any other.

import type { ReadAt } from './read-at.ts';
import { readTiff, type TiffDirectory, type TiffFile } from './tiff-directory.ts';

export type TiffKind = 'map' | 'raw' | 'picture';

const tags = { photometric: 262, subIfds: 330, dngVersion: 50_706 };
/** ModelPixelScale, ModelTransformation, GeoKeyDirectory: a map says by one of them where it lies. */
const georeference = [33_550, 34_264, 34_735];
/** The colours of a sensor's pixels, and what is linear to its light. */
const sensorKinds = [32_803, 34_892];

/** The directories beneath those of the file: previews, and the sensor's data. */
export async function withSubdirectories({ directories, directoryAt }: TiffFile): Promise<TiffDirectory[]> {
  const beneath = await Promise.all(
    directories.map(async (one) => Promise.all((await one.numbers(tags.subIfds)).slice(0, 16).map(directoryAt))),
  );
  return [...directories, ...beneath.flat()];
}

async function isSensorData(directory: TiffDirectory): Promise<boolean> {
  const [kind = 0] = await directory.numbers(tags.photometric);
  return sensorKinds.includes(kind) || directory.has(tags.dngVersion);
}

/** Canon writes so behind the header of a CR2. */
async function isCr2(read: ReadAt): Promise<boolean> {
  return (await read(8, 2)).toString('latin1') === 'CR';
}

/** null for what is no TIFF, or one of which nothing can be read. */
export async function readTiffKind(read: ReadAt): Promise<TiffKind | null> {
  const file = await readTiff(read);
  const first = file?.directories[0];
  if (!file || !first) return null;
  const all = await withSubdirectories(file).catch((): TiffDirectory[] => file.directories);
  if ((await isCr2(read)) || (await Promise.all(all.map(isSensorData))).includes(true)) return 'raw';
  return georeference.some((tag) => first.has(tag)) ? 'map' : 'picture';
}
