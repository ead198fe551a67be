// The media of a session: what each of its tabs shows to whom.
import type { api } from '#contract/api.ts';
import type { LinkHosts } from '#contract/links.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import type { Probe } from '#server/media/probe.ts';
import { MediaError, type MediaSource, type SourceFile } from '#server/media/source.ts';
import { driveFolder } from './media/drive-folder.ts';
import { toItem } from './media/items.ts';
import { checkLinks } from './media/link-preview.ts';
import { mediaErrorMessage } from './media/media-errors.ts';
import { countUnreleased, listVisibleFiles, loadSessionLink, type SessionLink } from './media/session-link.ts';
import type { UrlSigner } from './media/signed-urls.ts';

type Found = { files: SourceFile[]; problem: string | null };

/** Links that no source lists are shown by their frame or opened where they lead: that is no problem. */
async function look(source: MediaSource, linked: SessionLink): Promise<Found> {
  const { link, mends } = linked;
  if (link === null) return { files: [], problem: 'Nothing was linked here' };
  try {
    const files = await listVisibleFiles(source, linked);
    const isEmpty = files?.length === 0;
    return { files: files ?? [], problem: isEmpty ? 'No images found in this folder' : null };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { files: [], problem: mediaErrorMessage(error, { mends }) };
  }
}

/** Files come and go without a word to us. */
const folderMilliseconds = 1_000;

type MediaHouse = { source: MediaSource; hosts: LinkHosts; probe: Probe; tickets: UrlSigner };

/** The calls of the contract. */
export function media(house: MediaHouse): Handlers<typeof api.media> {
  return {
    checkLink: checkLinks(house),

    ofDriveFolder: ({ actor, params, db }) => driveFolder({ ...house, db }, actor, params.folderId),

    async ofSession({ actor, params, db, cacheFor }) {
      cacheFor(folderMilliseconds);
      const linked = await loadSessionLink({ db, hosts: house.hosts }, actor, params);
      const { link } = linked;
      const { files, problem } = await look(house.source, linked);
      return {
        provider: link?.provider ?? 'unknown',
        kind: link?.kind ?? 'unknown',
        items: await Promise.all(files.map((file) => toItem(file, params, linked))),
        embedUrl: link?.embedUrl ?? null,
        originalUrl: link?.url ?? null,
        problem,
        added: countUnreleased(files, linked) || undefined,
      };
    },
  };
}
