// Which files of a queue are handed over for a light copy, and where none are made.
import { afterEach, expect, test, vi } from 'vitest';
import type { MovingFile, Uploads } from '#web/features/uploads/sending/uploads.ts';
import { noUploads } from '#web/features/uploads/sending/use-held-uploads.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import { followVideos } from './follow-videos.ts';

const added: string[] = [];
vi.mock('./light-copies.ts', () => ({ makeLightCopies: () => ({ add: (id: string) => void added.push(id) }) }));

afterEach(() => {
  vi.unstubAllGlobals();
  added.length = 0;
});

function queueOf(names: string[]) {
  const listeners = createListeners();
  const files = names.map((name): MovingFile => {
    return { id: name, upload: 'u', name, bytes: 9, sent: 0, state: 'waiting', refusal: null, copy: null };
  });
  const uploads: Pick<Uploads, 'state' | 'subscribe' | 'blobOf'> = {
    state: () => ({ ...noUploads, files }),
    subscribe: listeners.add,
    blobOf: (id) => (id.startsWith('announced') ? null : new Blob(['film'])),
  };
  followVideos(uploads as Uploads);
  listeners.notify();
  listeners.notify();
}

test('videos with their bytes are handed over once each; pictures, and files that are only announced, are not', async () => {
  vi.stubGlobal('VideoEncoder', class {});
  vi.stubGlobal('Worker', class {});
  queueOf(['DJI_1.MP4', 'a.jpg', 'phone.MOV', 'announced.mp4', 'film.mp4.txt']);
  await vi.waitFor(() => expect(added).toEqual(['DJI_1.MP4', 'phone.MOV']));
});

test('a browser without an encoder makes none', async () => {
  vi.stubGlobal('VideoEncoder', undefined);
  queueOf(['DJI_1.MP4']);
  await new Promise(setImmediate);
  expect(added).toEqual([]);
});
