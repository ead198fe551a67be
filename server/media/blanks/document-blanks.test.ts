// Documents and archives without those who made them: what is read and seen in them stays, and what cannot be cleaned says why.
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { inMemory } from '#server/media/formats/read-at.ts';
import { heicWith, placedVideo } from '#server/test-support/files/made-files.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { pdfWith, words, zipOf } from '#server/test-support/files/telling-documents.ts';
import { filesWithMetadata, metadataIn } from '#server/test-support/files/telling-files.ts';
import { gifWithMetadata } from '#server/test-support/files/telling-models.ts';
import { readBlanked } from './blanks.ts';
import { findDocumentBlanks } from './document-blanks.ts';
import { deflateTo } from './zip-blanks.ts';

let files: Record<string, Buffer>;
beforeAll(async () => {
  files = await filesWithMetadata();
}, 60_000);

const entriesIn = (zip: Buffer) => readZip(zip, { unpacks: true });

async function clean(bytes: Buffer, name: string): Promise<Buffer> {
  const blanks = await findDocumentBlanks(inMemory(bytes), { bytes: bytes.length, name });
  return buffer(readBlanked(inMemory(bytes), bytes.length, blanks));
}

const fileOf = (name: string) => files[name] as Buffer;
const pixelsOf = (picture: Buffer) => sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true });

/** Of each entry its sum as the directory says it. */
function checkSums(zip: Buffer): void {
  const first = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16);
  for (let at = first; at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    expect([name, crc32(entriesIn(zip).get(name) as Buffer)]).toEqual([name, zip.readUInt32LE(at + 16)]);
  }
}

describe('a document', () => {
  test('of any kind keeps its length and tells nothing of who made it or its pictures', async () => {
    const papers = Object.keys(files).filter((name) => /^t-|^r-/.test(name));
    expect(papers).toHaveLength(10);
    for (const name of papers) {
      expect((await metadataIn(fileOf(name))).length).toBeGreaterThan(0);
      const bytes = await clean(fileOf(name), name);
      expect([name, bytes.length, await metadataIn(bytes)]).toEqual([name, fileOf(name).length, []]);
    }
  });

  test('as an archive holds every entry, with its sum, and pictures as they were seen', async () => {
    const [before, bytes] = [fileOf('r-all.zip'), await clean(fileOf('r-all.zip'), 'r-all.zip')];
    const [own, cleaned] = [entriesIn(before), entriesIn(bytes)];
    expect([...cleaned.keys()]).toEqual([...own.keys()]);
    checkSums(bytes);
    const pictures = [...own.keys()].filter((name) => /\/[abc]\.\w+$/.test(name));
    expect(pictures).toHaveLength(5);
    for (const name of pictures) {
      const [one, other] = [await pixelsOf(own.get(name) as Buffer), await pixelsOf(cleaned.get(name) as Buffer)];
      expect([name, other.info, other.data.equals(one.data)]).toEqual([name, one.info, true]);
    }
  });

  test('as a letter keeps its words', async () => {
    const entries = entriesIn(await clean(fileOf('r-letter.docx'), 'r-letter.docx'));
    expect(entries.get('word/document.xml')?.toString()).toBe(words);
    expect(entries.get('docProps/core.xml')?.toString()).toMatch(/<cp:coreProperties [^>]*> +<\/cp:coreProperties>$/);
  });

  test('as a commented one keeps who is who apart from names, and every word', async () => {
    const entries = entriesIn(await clean(fileOf('t-comments.docx'), 't-comments.docx'));
    const textOf = (name: string) => entries.get(name)?.toString() ?? '';
    expect(textOf('word/document.xml')).toMatch(/<w:ins w:id="1" w:author=" +" w:date="2026[^>]+><w:t>The wall is up</);
    expect(textOf('word/comments.xml')).toMatch(/<w:comment w:author=" +" w:initials=" +"><w:t>Too dark</);
    expect(textOf('word/people.xml')).toContain('w15:providerId="AD"');
    expect(textOf('xl/comments1.xml')).toMatch(/<author> +<\/author><\/authors><text>Ten bags</);
    expect(textOf('xl/persons/person.xml')).toContain('id="{1}"');
    expect(textOf('ppt/commentAuthors.xml')).toMatch(/id="1" name=" +" initials=" +" lastIdx="1"/);
    expect(textOf('content.xml')).toContain('<text:p>Higher</text:p>');
  });

  test('as a GIF moves as before', async () => {
    const gif = await clean(await gifWithMetadata('<x/>'), 'a.gif');
    const found = await sharp(gif, { animated: true }).metadata();
    expect([found.pages, found.loop, found.pageHeight]).toEqual([2, 3, 20]);
    const [own, other] = [await pixelsOf(gif), await pixelsOf(fileOf('t-moving.gif'))];
    expect(own.data.equals(other.data)).toBe(true);
  });

  test('as a model keeps its shape and the look of its pictures, as a plan its walls', async () => {
    const glb = await clean(fileOf('t-model.glb'), 't-model.glb');
    const json = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)));
    expect(json.bufferViews).toEqual([expect.objectContaining({ byteOffset: 4 })]);
    const at = 20 + glb.readUInt32LE(12) + 8;
    expect(glb.toString('latin1', at, at + 4)).toBe('mesh');
    const within = glb.subarray(at + 4, at + 4 + json.bufferViews[0].byteLength);
    const gltf = JSON.parse((await clean(fileOf('t-model.gltf'), 't-model.gltf')).toString());
    const inText = Buffer.from(gltf.images[0].uri.split(',')[1], 'base64');
    const own = await pixelsOf(fileOf('a-text.jpg'));
    for (const picture of [within, inText]) {
      expect((await pixelsOf(picture)).data.equals(own.data)).toBe(true);
      expect(await metadataIn(picture)).toEqual([]);
    }
    const plan = (await clean(fileOf('t-plan.ifc'), 't-plan.ifc')).toString();
    expect(plan).toMatch(
      /FILE_NAME\('tower; north.ifc','2026-03-04T10:11:12',\(' +',' +'\),\(' +'\),' +',' +',' +'\);/,
    );
    expect(plan).toContain("#3=IFCWALL('2O2Fr$t4X7Zf8NOew3FLOH',#1,'Wall of the north'");
    expect((await clean(fileOf('t-plan.dxf'), 't-plan.dxf')).toString()).toContain('$INSUNITS\n 70\n     6');
  });

  test('as a PDF opens as before, page, picture and all', async () => {
    const [before, after] = [fileOf('r-papers.pdf'), await clean(fileOf('r-papers.pdf'), 'r-papers.pdf')];
    expect(await readPdf(before)).toMatchObject({ pictures: [1], title: 'Visit (3)' });
    expect(await readPdf(after)).toMatchObject({ pictures: [1], sizes: [[200, 150]] });
  });

  test('is read by any part as it is whole', async () => {
    const bytes = fileOf('r-all.zip');
    const blanks = await findDocumentBlanks(inMemory(bytes), { bytes: bytes.length, name: 'r-all.zip' });
    const whole = await buffer(readBlanked(inMemory(bytes), bytes.length, blanks));
    const again = await buffer(readBlanked(inMemory(bytes), bytes.length, blanks));
    expect(again.equals(whole)).toBe(true);
  });

  test('of a client keeps a turned photo upright', async () => {
    const turned = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Orientation: '6', Artist: 'Chidi Artist' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    for (const isPacked of [true, false]) {
      const bytes = await clean(await zipOf([{ name: 'a.jpg', bytes: turned, isPacked }]), 'a.zip');
      const photo = entriesIn(bytes).get('a.jpg') as Buffer;
      expect((await sharp(photo).metadata()).autoOrient).toMatchObject({ width: 20, height: 40 });
      expect(await metadataIn(photo)).toEqual([]);
    }
  });
});

describe('what cannot be cleaned is said, by its name', () => {
  const jpeg = () => fileOf('a.jpg');
  const paper = () => ({ jpeg: jpeg(), width: 320, height: 240, xmp: fileOf('p.SRT').toString() });
  const nested = async (bytes: Buffer, depth: number): Promise<Buffer> =>
    depth === 0 ? bytes : nested(await zipOf([{ name: `${depth}.zip`, bytes }]), depth - 1);
  const made: Record<string, () => Promise<[string, Buffer, string]>> = {
    'an encrypted PDF': async () => ['a.pdf', pdfWith({ ...paper(), isLocked: true }), 'a.pdf is encrypted'],
    'a signed PDF': async () => [
      'a.pdf',
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /ByteRange [0 1 2 3] >>'),
      'a.pdf is signed',
    ],
    'a document of before 2007': async () => ['a.doc', fileOf('s-old.doc'), 'a.doc is a document of an old kind'],
    'a drawing of a single program': async () => [
      'a.dwg',
      fileOf('s-plan.dwg'),
      'a.dwg is kept in a format that names',
    ],
    'an archive of another kind': async () => ['a.7z', fileOf('s-packed.7z'), 'a.7z is an archive of a kind'],
    'a ZIP with a phone’s picture': async () => {
      const bytes = await zipOf([{ name: 'in/e.heic', bytes: heicWith('jpeg', jpeg()) }]);
      return ['a.zip', bytes, 'in/e.heic is a picture of a phone'];
    },
    'a ZIP with a flight log': async () => ['a.zip', fileOf('s-beside.zip'), 'flight.srt may say who took a picture'],
    'a ZIP with a film that is cut off': async () => {
      const bytes = placedVideo({ front: false });
      return ['a.zip', await zipOf([{ name: 'n.mp4', bytes: bytes.subarray(0, bytes.length / 2) }]), 'n.mp4'];
    },
    'a ZIP in ZIPs in ZIPs': async () => ['a.zip', await nested(jpeg(), 5), 'lies in archives that lie in each other'],
    'half a ZIP': async () => ['a.zip', fileOf('r-all.zip').subarray(0, 5_000), 'a.zip is not whole'],
  };

  test.each(Object.keys(made))('%s', async (kind) => {
    const [name, bytes, why] = await (made[kind] as (typeof made)[string])();
    await expect(clean(bytes, name)).rejects.toThrow(why);
  });

  test('a ZIP of which an entry’s password is asked', async () => {
    const bytes = await zipOf([{ name: 'a.jpg', bytes: jpeg() }]);
    for (const signature of ['PK\x03\x04', 'PK\x01\x02']) {
      const at = bytes.indexOf(signature, 0, 'latin1') + (signature === 'PK\x03\x04' ? 6 : 8);
      bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at);
    }
    await expect(clean(bytes, 'a.zip')).rejects.toThrow('a.jpg is encrypted');
  });
});

test('bytes are packed to any length that has room for them', async () => {
  const content = Buffer.from('what was built in March, and what was not '.repeat(20));
  const least = deflateRawSync(content, { level: 9 }).length;
  expect(await deflateTo(content, least - 10)).toBeNull();
  for (let length = least + 12; length < least + 60; length++) {
    const packed = await deflateTo(content, length);
    expect(packed?.length).toBe(length);
    expect(inflateRawSync(packed as Buffer, { info: true } as object)).toMatchObject({
      engine: { bytesWritten: length },
    });
    expect(inflateRawSync(packed as Buffer).equals(content)).toBe(true);
  }
});
