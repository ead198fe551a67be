// The media of a session: what each of its tabs shows to whom.
import type { api } from '#contract/api.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { Probe } from '#server/media/sources/probe.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { readDamaged } from './damaged-pictures.ts';
import { deliverableHandlers } from './deliverables.ts';
import { driveFolder } from './drive-folder.ts';
import { fileHandler } from './file-routes.ts';
import type { ImageListCache } from './image-list-cache.ts';
import { imageHandlers, type MediaDependencies } from './image-routes.ts';
import { toItem } from './items.ts';
import { type CoverageOf, checkLinks, linkImageHandler } from './link-preview.ts';
import { mediaErrorMessage } from './media-errors.ts';
import { readDetails } from './picture-details.ts';
import {
  listingMilliseconds,
  listVisibleFiles,
  loadSessionLink,
  type SessionLink,
  unreleasedIds,
} from './session-link.ts';
import { noteShownFiles } from './shown-files.ts';
import type { UrlSigner } from './signed-urls.ts';

type Listing = { files: SourceFile[]; problem: string | null };

/** A link that no source lists is shown in its frame or opened at its host: that is no problem. */
async function listTab(source: MediaSource, linked: SessionLink): Promise<Listing> {
  const { link } = linked;
  if (link === null) return { files: [], problem: 'Nothing was linked here' };
  try {
    const files = await listVisibleFiles(source, linked);
    const isEmpty = files?.length === 0;
    return { files: files ?? [], problem: isEmpty ? 'No images found in this folder' : null };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { files: [], problem: mediaErrorMessage(error, linked) };
  }
}

type Dependencies = MediaDependencies & {
  probe: Probe;
  signer: UrlSigner;
  imageLists: ImageListCache;
  coverageOf: CoverageOf;
};

/** The calls of the contract. */
export function mediaHandlers(deps: Dependencies): Handlers<typeof api.media> {
  return {
    ...imageHandlers(deps),
    ...deliverableHandlers(deps),
    sessionFile: fileHandler(deps),
    checkLink: checkLinks(deps),
    linkImage: linkImageHandler(deps),
    sealedId: async ({ query }) => query,

    driveFolderImages: ({ actor, params, db }) => driveFolder({ ...deps, db }, actor, params.folderId),

    async sessionMedia({ actor, params, db, cacheFor }) {
      cacheFor(listingMilliseconds);
      const linked = await loadSessionLink({ db, hosts: deps.hosts }, actor, params);
      const { link } = linked;
      const { files, problem } = await listTab(deps.source, linked);
      await noteShownFiles(db, { linked, files, actor, kind: params.kind });
      const pictures = files.filter((file) => file.kind === 'image');
      const kept = { details: await readDetails(db, pictures), damaged: await readDamaged(db, pictures) };
      const reader = { ...linked, ...kept, unreleased: unreleasedIds(files, linked), maps: deps.maps };
      const atHost = linked.withheld ? null : link;
      return {
        provider: link?.provider ?? 'unknown',
        kind: link?.kind ?? 'unknown',
        items: await Promise.all(files.map((file) => toItem(file, params, reader))),
        embedUrl: atHost?.embedUrl ?? null,
        originalUrl: atHost?.url ?? null,
        problem,
        added: reader.unreleased.size || undefined,
      };
    },
  };
}
