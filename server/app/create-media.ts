// Sources of media and what is made of them, as every feature shares them.
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { createFileAligner } from '#server/media/alignment/align-files.ts';
import { createAligner } from '#server/media/alignment/aligner-process.ts';
import { createImageAnalyzer } from '#server/media/analysis/analyzer-process.ts';
import { createFilmCleaner } from '#server/media/blanks/film-cleaner.ts';
import { createDecoder } from '#server/media/images/decoder-process.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { createMaps } from '#server/media/maps/maps.ts';
import { createSafeFetch } from '#server/media/net/safe-fetch.ts';
import { createDirectLinkSource } from '#server/media/sources/direct-link.ts';
import { createDriveSource } from '#server/media/sources/drive.ts';
import { createFilmPosters } from '#server/media/sources/film-posters.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createProbe } from '#server/media/sources/probe.ts';
import { createSourceRouter } from '#server/media/sources/source-router.ts';
import { createUploadStore } from '#server/media/sources/upload-store.ts';

/** `close` ends connections to other hosts and the processes that decode and align. */
export function createMedia({ config, demoMedia }: { config: Config; demoMedia: string | null }) {
  const outside = createSafeFetch();
  const uploads = config.uploads && createUploadStore(config.uploads.root);
  const source = createSourceRouter({
    local: createLocalSource({ demo: demoMedia, mediaRoot: config.mediaRoot, uploads: uploads?.folders ?? null }),
    drive: createDriveSource({ fetch: outside, drive: config.drive }),
    web: createDirectLinkSource({ fetch: outside }),
  });
  const decoder = createDecoder();
  const thumbnails = createThumbnails({
    decoder,
    folder: join(config.dataDir, 'pictures'),
    maxBytes: config.mediaCacheMegabytes * 1024 * 1024,
  });
  const aligner = createAligner();
  const maps = createMaps({ folder: join(config.dataDir, 'maps'), maxBytes: config.mapCacheMegabytes * 1024 * 1024 });
  return {
    fileIds: createFileIds(config.secret),
    source,
    uploads,
    hosts: config.linkHosts,
    probe: createProbe({ source, request: outside.probe }),
    thumbnails,
    maps,
    films: createFilmCleaner(),
    posterOf: createFilmPosters({ fetch: outside }),
    decoder,
    aligner,
    fileAligner: createFileAligner({ aligner, thumbnails }),
    analyzer: createImageAnalyzer({ thumbnails }),
    async close() {
      thumbnails.close();
      await maps.close();
      await outside.close();
    },
  };
}
