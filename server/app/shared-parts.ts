// What every feature shares in one process: the database, caches, logins, sources of media and what is made of them.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { createBrandReader } from '#server/db/settings/brand.ts';
import { createDefaultsReader, createSettingsReader } from '#server/db/settings/company-settings.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { noteDamage } from '#server/features/media/handlers.ts';
import { createLightRows } from '#server/features/media/light-video-rows.ts';
import { createLightReader } from '#server/features/media/light-videos.ts';
import { createReleasedFiles } from '#server/features/media/released-files.ts';
import { createUrlSigner } from '#server/features/media/signed-urls.ts';
import { createOutbox } from '#server/features/notifications/deliveries.ts';
import { loadLeaving } from '#server/features/notifications/leaving.ts';
import { createGuestWatch } from '#server/features/sharing/guest-pages/watch.ts';
import { openReportDesk } from '#server/features/sharing/reports.ts';
import { endUnshared } from '#server/features/sharing/share-links.ts';
import { listKept, listMoved } from '#server/features/uploads/rows.ts';
import { createPairRequests } from '#server/features/viewpoints/alignments/pair-requests.ts';
import { createCsrfGuard } from '#server/http/login/csrf.ts';
import { createLogins } from '#server/http/login/login.ts';
import { createMemoizer } from '#server/lib/memoize.ts';
import { createResponseCache } from '#server/lib/response-cache.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { createFileAligner } from '#server/media/alignment/align-pair.ts';
import { createAligner } from '#server/media/alignment/supervised-aligner.ts';
import { createImageAnalyzer } from '#server/media/analysis/supervised-analyzer.ts';
import { createFileCleaner } from '#server/media/blanks/file-cleaner.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { createMaps } from '#server/media/maps/maps.ts';
import { createSafeFetch } from '#server/media/net/safe-fetch.ts';
import { createDirectLinkSource } from '#server/media/sources/direct-link.ts';
import { createDriveSource } from '#server/media/sources/drive.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createProbe } from '#server/media/sources/probe.ts';
import { createSourceRouter } from '#server/media/sources/source.ts';
import { createUploadedSource, withVersionsOfMoved } from '#server/media/sources/uploaded.ts';
import { createVideoPosters } from '#server/media/sources/video-posters.ts';
import { createLightVideos } from '#server/media/videos/light-videos.ts';
import { createWebSocketHub } from '#server/websocket/hub.ts';
import { createOutgoing } from './outgoing.ts';
import type { Storages } from './storages.ts';

/** `close` ends connections to other hosts and the processes that decode and align. */
function createMedia({ config, demoMedia, database }: AppDependencies, storages: Storages) {
  const outside = createSafeFetch();
  const { uploads, folders, contents } = storages;
  const folder = createLocalSource({ demo: demoMedia, mediaRoot: config.mediaRoot, uploads: folders });
  const local = folders === null ? folder : withVersionsOfMoved(folder, listMoved(database.query));
  const uploaded = contents && createUploadedSource({ contents, listKept: listKept(database.query) });
  const source = createSourceRouter({
    local: { list: async (link, roots) => (await uploaded?.list(link, roots)) ?? local.list(link, roots) },
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
  const maps = createMaps({
    folder: join(config.dataDir, 'maps'),
    maxBytes: config.mapCacheMegabytes * 1024 * 1024,
    storage: storages.maps,
  });
  const lightVideos = createLightVideos({
    folder: join(config.dataDir, 'videos-making'),
    maxBytes: config.videoCacheMegabytes * 1024 * 1024,
    storage: storages.videos,
    rows: createLightRows(database.query),
    ffmpeg: config.ffmpeg,
    locks: database.locks,
    decoder,
  });
  return {
    fileIds: createFileIds(config.secret),
    source,
    uploads,
    hosts: config.linkHosts,
    outside,
    probe: createProbe({ source, request: outside.probe }),
    thumbnails,
    maps,
    lightVideos,
    light: createLightReader({ db: database.query, videos: lightVideos }),
    fileCleaner: createFileCleaner(),
    posterOf: createVideoPosters({ fetch: outside }),
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

/** What the server is built from. `pages`: folder of the built browser part; null serves calls only. `demoMedia`: the demo's pictures. */
export type AppDependencies = { config: Config; database: Database; pages: string | null; demoMedia: string | null };

/** What every feature shares in one process. */
export function createSharedParts(app: FastifyInstance, deps: AppDependencies, storages: Storages) {
  const { config, database } = deps;
  const db = database.query;
  const cache = createResponseCache();
  const box = createSealedBox(config.secret, 'deliveries');
  const write = createTransactionRunner(database, cache.invalidate, createOutbox(config, box));
  const logins = createLogins({ db, write, secret: config.secret, secure: isHttps(config) });
  const csrf = createCsrfGuard(config);
  const media = createMedia(deps, storages);
  const { source, hosts, fileIds } = media;
  const live = createWebSocketHub({
    logins,
    origin: csrf,
    load: (ids) => loadLeaving({ db, fileIds }, ids),
    cacheVersions: cache.cacheVersions,
    log: app.log,
  });
  media.thumbnails.onDamage((file) => {
    void noteDamage(db, file).catch((error: unknown) => app.log.warn(error, 'a damaged picture was not written down'));
  });
  const signer = createUrlSigner(config.secret);
  const released = createReleasedFiles({ db, write, source, hosts, now: Date.now });
  const memoizer = createMemoizer(cache);
  const settings = createSettingsReader(db, memoizer);
  const defaults = createDefaultsReader(config.uploads);
  const brand = createBrandReader(db, config.brand, memoizer);
  const messages = createOutgoing(config);
  const guests = createGuestWatch(db, () => endUnshared(db, write));
  const { desk, removeEnded } = openReportDesk(app, db, {
    dataDir: config.dataDir,
    storage: storages.reports,
    settings,
  });
  const { refuseForeign } = csrf;
  const rows = { db, write, cache, memoizer, settings, defaults, brand, released };
  return {
    ...rows,
    pairs: createPairRequests(db),
    database,
    box,
    logins,
    who: logins.who,
    refuseForeign,
    live,
    signer,
    media,
    messages,
    guests,
    desk,
    packStorage: storages.packs,
    removeEnded,
  };
}
export type SharedParts = ReturnType<typeof createSharedParts>;

export function isHttps({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
