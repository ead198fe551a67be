// The media of a session: what each of its tabs shows to whom.
import type { api } from '#contract/api.ts';
import type { Feature } from '#server/http/mount.ts';
import { MediaFault, type MediaSource, type SourceFile } from '#server/media/source.ts';
import { faultSentence } from './media/faults.ts';
import { toItem } from './media/items.ts';
import { type Linked, linkOf } from './media/linked.ts';

type Found = { files: SourceFile[]; problem: string | null };

/** Links that no source lists are shown by their frame or opened where they lead: that is no problem. */
async function look(source: MediaSource, { link, roots, mends }: Linked): Promise<Found> {
  if (link === null) return { files: [], problem: 'Nothing was linked here' };
  try {
    const files = await source.list(link, roots);
    const isEmpty = files?.length === 0;
    return { files: files ?? [], problem: isEmpty ? 'No images found in this folder' : null };
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    return { files: [], problem: faultSentence(error, { mends }) };
  }
}

/** The calls of the contract. */
export function media(house: { source: MediaSource }): Feature<typeof api.media> {
  return {
    async ofSession({ actor, params, db }) {
      const linked = await linkOf(db, actor, params);
      const { link } = linked;
      const { files, problem } = await look(house.source, linked);
      return {
        provider: link?.provider ?? 'unknown',
        kind: link?.kind ?? 'unknown',
        items: await Promise.all(files.map((file) => toItem(file, params, linked))),
        embedUrl: link?.embedUrl ?? null,
        originalUrl: link?.url ?? null,
        problem,
      };
    },
  };
}
