// Files and folders that are dropped: which of them are found, and in which groups.
import { expect, test } from 'vitest';
import { droppedFiles } from './file-pickers.tsx';

const fileEntry = (name: string, isGone = false) => ({
  ...{ isFile: true, isDirectory: false, name },
  file: (found: (file: File) => void, failed: () => void) => (isGone ? failed() : found(new File(['x'], name))),
});
type Folder = { isFile: boolean; isDirectory: boolean; name: string; createReader: () => unknown };
type Entry = ReturnType<typeof fileEntry> | Folder;

/** Answers a part at a time, as browsers do. */
function folderEntry(name: string, inside: Entry[]): Folder {
  const createReader = () => {
    let at = 0;
    return {
      readEntries(found: (part: Entry[]) => void) {
        const part = inside.slice(at, at + 100);
        at += 100;
        found(part);
      },
    };
  };
  return { isFile: false, isDirectory: true, name, createReader };
}

async function drop(...entries: Entry[]): Promise<string[]> {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const found = await droppedFiles({ items, files: [] } as unknown as DataTransfer);
  return found.map(({ file, folder }) => `${folder}|${file.name}`);
}

test('a folder is the upload itself, the folders within it are groups, and the notes of systems come along to be counted, but not their folders', async () => {
  const card = folderEntry('DCIM', [
    folderEntry('100MEDIA', [fileEntry('1.jpg'), fileEntry('.DS_Store'), folderEntry('raw', [fileEntry('1.dng')])]),
    folderEntry('.Trashes', [fileEntry('old.jpg')]),
    fileEntry('plan.jpg'),
  ]);
  expect(await drop(card)).toEqual(['100MEDIA|1.jpg', '100MEDIA|.DS_Store', '100MEDIA/raw|1.dng', '|plan.jpg']);
});

test('several folders are groups themselves, and files beside them are in none', async () => {
  const [north, south] = ['North', 'South'].map((name) => folderEntry(name, [fileEntry('1.jpg')]));
  expect(await drop(north as Entry, south as Entry, fileEntry('a.jpg'))).toEqual([
    'North|1.jpg',
    'South|1.jpg',
    '|a.jpg',
  ]);
});

test('every file of a large folder is found, and one that went away meanwhile is left out', async () => {
  const many = Array.from({ length: 3_000 }, (_, nth) => fileEntry(`${nth}.jpg`));
  expect(await drop(folderEntry('DCIM', [...many, fileEntry('gone.jpg', true)]))).toHaveLength(3_000);
});

test('where the browser tells of no folders the files alone are taken', async () => {
  const files = [new File(['x'], 'a.jpg')];
  const found = await droppedFiles({ items: [{ webkitGetAsEntry: () => null }], files } as unknown as DataTransfer);
  expect(found.map(({ file, folder }) => [file.name, folder])).toEqual([['a.jpg', '']]);
});
