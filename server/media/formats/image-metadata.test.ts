// What a picture says of its own shape.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImageMetadata } from './image-metadata.ts';

const folder = mkdtempSync(join(tmpdir(), 'topout-shape-'));
const shapeOf = createImageMetadata();

const xmp = (words: string) => `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${words}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const gpano = 'rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"';

async function shapeWith(name: string, words: string | null, orientation = 1) {
  const path = join(folder, `${name}.jpg`);
  const plain = sharp({ create: { width: 200, height: 100, channels: 3, background: 'grey' } }).withMetadata({
    orientation,
  });
  await (words === null ? plain : plain.withXmp(xmp(words))).jpeg().toFile(path);
  return shapeOf(path, name);
}

test('pixels are those of the upright picture', async () => {
  expect(await shapeWith('lying', null)).toEqual({ width: 200, height: 100, panorama: null });
  expect(await shapeWith('turned', null, 6)).toEqual({ width: 100, height: 200, panorama: null });
});

test('a panorama says so as an attribute or as an element; another projection is none', async () => {
  const attribute = `<rdf:Description ${gpano} GPano:ProjectionType="equirectangular"/>`;
  const element = `<rdf:Description ${gpano}><GPano:ProjectionType>equirectangular</GPano:ProjectionType></rdf:Description>`;
  expect(await shapeWith('attribute', attribute)).toMatchObject({ panorama: true });
  expect(await shapeWith('element', element)).toMatchObject({ panorama: true });
  const cylinder = `<rdf:Description ${gpano} GPano:ProjectionType="cylindrical"/>`;
  expect(await shapeWith('cylinder', cylinder)).toMatchObject({ panorama: false });
  expect(await shapeWith('other', '<rdf:Description rdf:about=""/>')).toMatchObject({ panorama: null });
});

test('a partial panorama says which part of the sphere it covers', async () => {
  const part = (left: number, width: number) => `<rdf:Description ${gpano} GPano:ProjectionType="equirectangular"
    GPano:FullPanoWidthPixels="800" GPano:FullPanoHeightPixels="400" GPano:CroppedAreaImageWidthPixels="${width}"
    GPano:CroppedAreaImageHeightPixels="100" GPano:CroppedAreaLeftPixels="${left}" GPano:CroppedAreaTopPixels="150"/>`;
  expect((await shapeWith('part', part(100, 200))).crop).toEqual({
    left: 0.125,
    top: 0.375,
    width: 0.25,
    height: 0.25,
  });
  expect((await shapeWith('beyond', part(700, 200))).crop, 'which is nonsense').toBeUndefined();
});

test('a file that is no picture has no shape, and spoils no list', async () => {
  const path = join(folder, 'broken.jpg');
  writeFileSync(path, 'no picture at all');
  expect(await shapeOf(path, 'broken')).toEqual({ width: null, height: null, panorama: null, isCut: true });
});

test('a picture whose pixels need too much memory says so before it is opened', async () => {
  const pixels = { create: { width: 60, height: 40, channels: 3 as const, background: 'grey' } };
  const sized = async (name: string, side: number, progressive: boolean) => {
    const jpeg = await sharp(pixels).jpeg({ progressive }).toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
    jpeg.writeUInt16BE(side, frame + 5);
    jpeg.writeUInt16BE(side, frame + 7);
    const path = join(folder, name);
    writeFileSync(path, jpeg);
    return (await shapeOf(path, name)).problem;
  };
  expect(await sized('plain', 16_000, false)).toBeUndefined();
  expect(await sized('progressive', 10_000, true)).toBeUndefined();
  const tooLarge = 'This picture has more pixels than can be shown: open the original instead';
  expect(await sized('progressive large', 16_000, true)).toBe(tooLarge);
  expect(await sized('plain larger', 16_400, false)).toBe(tooLarge);
});
