// Where the pixels of a GeoTIFF lie: its tags are brought into the one form that the library reads rightly, whenever it opens an image.
import { GeoTIFF, type GeoTIFFImage } from 'geotiff';

const tags = { scale: 33_550, tie: 33_922, matrix: 34_264 };
const pixelIsPoint = 2;

/** East = a × column + b × row + c, north = d × column + e × row + f. */
type Affine = { a: number; b: number; c: number; d: number; e: number; f: number };

/** Null where it does not say, or by points only that are scattered over it. */
function affineOf({ fileDirectory }: GeoTIFFImage): Affine | null {
  const numbers = (tag: 'ModelPixelScale' | 'ModelTiepoint' | 'ModelTransformation') =>
    Array.from((fileDirectory.getValue(tag) ?? []) as ArrayLike<number>);
  const matrix = numbers('ModelTransformation');
  if (matrix.length >= 8) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = matrix;
    return { a, b, c, d, e, f };
  }
  const [across, down] = numbers('ModelPixelScale');
  const [column = 0, row = 0, , east, north] = numbers('ModelTiepoint');
  if (!across || !down || east === undefined || north === undefined) return null;
  return { a: across, b: 0, c: east - column * across, d: 0, e: -down, f: north + row * down };
}

/** Numbers that are those of a pixel's middle lie half a pixel within it. */
function fromCorner(affine: Affine, image: GeoTIFFImage): Affine {
  if (image.getGeoKeys()?.GTRasterTypeGeoKey !== pixelIsPoint) return affine;
  const { a, b, c, d, e, f } = affine;
  return { a, b, c: c - (a + b) / 2, d, e, f: f - (d + e) / 2 };
}

function mend(image: GeoTIFFImage): void {
  const fields = image.fileDirectory.actualizedFields;
  const found = affineOf(image);
  for (const tag of Object.values(tags)) fields.delete(tag);
  if (!found) return;
  const { a, b, c, d, e, f } = fromCorner(found, image);
  if (b === 0 && d === 0 && a > 0 && e < 0) {
    fields.set(tags.scale, [a, -e, 0]);
    fields.set(tags.tie, [0, 0, 0, c, f, 0]);
  } else fields.set(tags.matrix, [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1]);
}

const { getImage } = GeoTIFF.prototype;
GeoTIFF.prototype.getImage = async function mended(this: GeoTIFF, index?: number) {
  const image = await getImage.call(this, index);
  mend(image);
  return image;
};

/** Whether it says where it lies. */
export function isPlaced({ fileDirectory }: GeoTIFFImage): boolean {
  return fileDirectory.hasTag(tags.tie) || fileDirectory.hasTag(tags.matrix);
}
