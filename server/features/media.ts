// The media of a session: what each of its tabs shows to whom.
import type { api } from '#contract/api.ts';
import type { LinkHosts } from '#contract/links.ts';
import type { Feature } from '#server/http/register-routes.ts';
import type { Probe } from '#server/media/probe.ts';
import { MediaFault, type MediaSource, type SourceFile } from '#server/media/source.ts';
import { driveFolder } from './media/drive-folder.ts';
import { toItem } from './media/items.ts';
import { linkCheck } from './media/link-preview.ts';
import { faultSentence } from './media/media-errors.ts';
import { countAdded, filesOf, type Linked, linkOf } from './media/session-link.ts';
import type { Tickets } from './media/signed-urls.ts';

type Found = { files: SourceFile[]; problem: string | null };

/** Links that no source lists are shown by their frame or opened where they lead: that is no problem. */
async function look(source: MediaSource, linked: Linked): Promise<Found> {
  const { link, mends } = linked;
  if (link === null) return { files: [], problem: 'Nothing was linked here' };
  try {
    const files = await filesOf(source, linked);
    const isEmpty = files?.length === 0;
    return { files: files ?? [], problem: isEmpty ? 'No images found in this folder' : null };
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    return { files: [], problem: faultSentence(error, { mends }) };
  }
}

/** Files come and go without a word to us. */
const folderMilliseconds = 1_000;

type MediaHouse = { source: MediaSource; hosts: LinkHosts; probe: Probe; tickets: Tickets };

/** The calls of the contract. */
export function media(house: MediaHouse): Feature<typeof api.media> {
  return {
    checkLink: linkCheck(house),

    ofDriveFolder: ({ actor, params, db }) => driveFolder({ ...house, db }, actor, params.folderId),

    async ofSession({ actor, params, db, fresh }) {
      fresh(folderMilliseconds);
      const linked = await linkOf({ db, hosts: house.hosts }, actor, params);
      const { link } = linked;
      const { files, problem } = await look(house.source, linked);
      return {
        provider: link?.provider ?? 'unknown',
        kind: link?.kind ?? 'unknown',
        items: await Promise.all(files.map((file) => toItem(file, params, linked))),
        embedUrl: link?.embedUrl ?? null,
        originalUrl: link?.url ?? null,
        problem,
        added: countAdded(files, linked) || undefined,
      };
    },
  };
}
