// The tiles of the operator's map (MAP_TILES), as one file by ranges for everybody who is logged in (behaviour §31.8).
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { api } from '#contract/api.ts';
import { sendFile } from '#server/features/media/file-routes.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';

/** `path`: null where the operator names none. */
export function mapTiles(path: string | null): Handlers<typeof api.maps> {
  return {
    async mapTiles({ actor, request, reply }) {
      const found = path === null ? null : await stat(path).catch(() => null);
      if (path === null || !found?.isFile()) throw notFound('Map');
      const version = `${found.size}-${Math.floor(found.mtimeMs)}`;
      const file = { id: 'the operator’s map', name: basename(path), version, bytes: found.size };
      return sendFile({ ...file, open: (range) => openBytes(path, range) }, { actor, request, reply, query: {} });
    },
  };
}
