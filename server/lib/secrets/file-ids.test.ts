// Claims about the ids of files as they leave: opaque, the same each time, and of use here alone.
import { expect, test } from 'vitest';
import { createFileIds } from './file-ids.ts';

const { seal, open, sealLink, sealAddress } = createFileIds('a secret of this installation');
const others = createFileIds('a secret of another one');
const id = 'local:Tunde flight 3 for Dangote/100MEDIA/DJI_0001.JPG';

test('a sealed id names no folder, is the same each time, and opens to the id', () => {
  expect(seal(id)).toMatch(/^file:[\w-]+$/);
  expect(seal(id)).toBe(seal(id));
  expect(seal(seal(id))).toBe(seal(id));
  expect(open(seal(id))).toBe(id);
  expect(Buffer.from(seal(id).slice('file:'.length), 'base64url').toString('latin1')).not.toMatch(/Tunde|DJI/);
});

test('what another installation sealed, or nobody did, stays as it is and names no file', () => {
  for (const made of [others.seal(id), 'file:', 'file:AAAA', `${seal(id).slice(0, -1)}_`, id, 'google-drive:1abc'])
    expect(open(made)).toBe(made);
  expect(others.seal(id)).not.toBe(seal(id));
});

test('ids of files at other hosts stay as they are', () => {
  for (const other of ['google-drive:1abc', 'web:https://example.org/a.jpg', 'link:https://vimeo.com/1'])
    expect(seal(other)).toBe(other);
});

test('a sealed link leads to a folder, or to a file of the same kind, and names neither', () => {
  expect(sealLink('/media/folders/Tunde flight 3/100.MEDIA')).toMatch(/^\/media\/folders\/[\w-]+$/);
  expect(sealLink('/media/files/Tunde flight 3/plan.tif')).toMatch(/^\/media\/files\/[\w-]+\.tif$/);
  expect(sealLink('https://vimeo.com/1')).toBe('https://vimeo.com/1');
});

test('the address of a page that names files by their paths is passed on without them', () => {
  const compared = `/projects/3/compare?compare=1%2C2&leftItem=${encodeURIComponent(id)}&rightItem=google-drive%3A1`;
  const asked = new URLSearchParams(sealAddress(compared).split('?')[1]);
  expect([asked.get('compare'), asked.get('leftItem'), asked.get('rightItem')]).toEqual([
    '1,2',
    seal(id),
    'google-drive:1',
  ]);
  for (const other of ['/sessions/1', '/sessions/1?tab=drone', '/search?q=local:x', `/sessions/1?item=${seal(id)}`])
    expect(sealAddress(other)).toBe(other);
});
