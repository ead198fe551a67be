// What happens to files that are chosen again: matched by folder, name, size and content.
import { expect, test } from 'vitest';
import { type KnownFile, matchChosen, printOf } from './match-chosen.ts';

function known(id: string, fields: Partial<KnownFile> = {}): KnownFile {
  const file = { id, sentName: `${id}.jpg`, sentFolder: '', bytes: 100, print: '1_a_b', isMine: true };
  return { ...file, state: 'travelling', ...fields };
}

function chosen(name: string, { size = 100, folder = '', print = '1_a_b' } = {}) {
  return { file: { name, size }, folder, print };
}

const ids = (files: readonly { id: string }[]) => files.map(({ id }) => id);

test('after a reload files are found again by folder, name and size: those that came stay, those that wait go on, others are new', () => {
  const list = [known('1', { sentName: 'a.jpg' }), known('2', { sentName: 'b.jpg', state: 'kept' })];
  list.push(known('3', { sentName: 'a.jpg', bytes: 7 }));
  const { again, fresh } = matchChosen(list, [
    ...[chosen('a.jpg'), chosen('b.jpg'), chosen('c.jpg'), chosen('a.jpg', { size: 8 })],
    chosen('a.jpg', { folder: '100MEDIA' }),
  ]);
  expect(ids(again.map(([file]) => file))).toEqual(['1']);
  expect(fresh.map(({ file: { name, size }, folder }) => [folder, name, size])).toEqual([
    ['', 'c.jpg', 100],
    ['', 'a.jpg', 8],
    ['100MEDIA', 'a.jpg', 100],
  ]);
});

test('another file of the same name and size is a file of its own: no half of it is put behind the half of another', () => {
  const half = known('half', { sentName: 'DJI_1.JPG' });
  const there = known('there', { sentName: 'DJI_2.JPG', state: 'kept' });
  const others = ['DJI_1.JPG', 'DJI_2.JPG'].map((name) => chosen(name, { print: '1_c_d' }));
  expect(matchChosen([half, there], others)).toEqual({ again: [], fresh: others, outdated: [] });
});

test('what was changed since half of it came is sent again, and the half is left out', () => {
  const half = known('half', { sentName: 'a.mp4' });
  const changed = chosen('a.mp4', { print: '2_a_b' });
  expect(matchChosen([half], [changed])).toEqual({ again: [], fresh: [changed], outdated: [half] });
});

test('a file that somebody else is sending is not sent twice, and one that does not say what it holds is taken for the same', () => {
  const list = [known('1', { isMine: false }), known('2', { print: null })];
  const { again, fresh } = matchChosen(list, [chosen('1.jpg'), chosen('2.jpg')]);
  expect([ids(again.map(([file]) => file)), fresh]).toEqual([['2'], []]);
});

test('a file is known by its first and last 64 kB and by its last change', async () => {
  const bytes = new Uint8Array(200_000);
  const print = (lastModified: number, at?: number) => {
    const content = bytes.slice();
    if (at !== undefined) content[at] = 1;
    return printOf(new File([content], 'a.jpg', { lastModified }));
  };
  const first = await print(5);
  expect(first).toMatch(/^[\w-]{1,100}$/);
  expect(await print(5)).toBe(first);
  for (const other of [print(6), print(5, 0), print(5, 65_535), print(5, 199_999), print(5, 140_000)])
    expect(await other).not.toBe(first);
  const gone = new File([bytes], 'a.jpg');
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as unknown as Blob;
  expect(await printOf(gone)).toBeNull();
});
