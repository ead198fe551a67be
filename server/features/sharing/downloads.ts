// Downloads: the pictures of a session as one ZIP that is made while it is taken (behaviour §17.1).

import type { FastifyBaseLogger } from 'fastify';
import type { api } from '#contract/api.ts';
import { can, type Person } from '#contract/policy.ts';
import type { DownloadSize } from '#contract/sharing/endpoints.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import { type LinkDependencies, listingMilliseconds, loadSessionLink } from '#server/features/media/session-link.ts';
import { loadSession } from '#server/features/sessions/session-row.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { datedName } from '#server/lib/file-names.ts';
import { conflict, notFound, Problem, unavailable } from '#server/lib/problem.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import {
  guessBytes,
  listTakenPictures,
  type PictureReader,
  pictureEntries,
  type TakenPicture,
  type TakenPictures,
  zipEtag,
} from './downloads/entries.ts';
import { createZipLine, openZip, type ZipContent } from './downloads/send-zip.ts';
import { hasSameRole, watchWhile } from './downloads/watch-while.ts';

type Reader = PictureReader & { actor: Person };

/** What is being sent: of this session, and found so when it began. */
export type Taken = Pick<TakenPictures, 'pictures' | 'originals' | 'released' | 'recordId'> & { id: number };

/** Clients have what is released now; the crew goes on where another version is released meanwhile. */
async function isSeen(reader: Reader, taken: Taken): Promise<boolean> {
  const as = taken.released ? ({ asReleased: true } as const) : {};
  const now = await loadSessionLink(reader, reader.actor, { id: taken.id, kind: 'drone', ...as });
  if (now.originals !== taken.originals) return false;
  if (!can.seePresentContent(reader.actor) && now.recordId !== taken.recordId) return false;
  return !taken.released || !taken.pictures.some(({ file }) => now.takenBack.has(file.id));
}

/** While the database is unavailable nothing can be decided, and nothing is ended. */
async function isAllowed(reader: Reader, taken: Taken): Promise<boolean> {
  try {
    return (await hasSameRole(reader.db, reader.actor)) && (await isSeen(reader, taken));
  } catch (error) {
    return !(error instanceof Problem);
  }
}

type Dependencies = Pick<LinkDependencies, 'hosts'> & {
  source: MediaSource;
  thumbnails: Thumbnails;
  log: FastifyBaseLogger;
};

/** For people with an account; guests have their own queue. */
const line = { concurrency: 4, maxWaiting: 40 };

type ZipContext = RequestContext<typeof api.downloads.picturesZip>;

async function load(deps: Dependencies, { actor, db, params }: Pick<ZipContext, 'actor' | 'db' | 'params'>) {
  const session = await loadSession(db, actor, params.id);
  if (!session) throw notFound('Session');
  return { session, ...(await listTakenPictures({ ...deps, db, actor }, params.id)) };
}

function choose(pictures: TakenPicture[], keys: readonly string[] | undefined): TakenPicture[] {
  if (!keys) return pictures;
  const wanted = new Set(keys);
  const chosen = pictures.filter(({ key }) => wanted.has(key));
  if (chosen.length < wanted.size)
    throw conflict('Some of these pictures no longer exist. Reload the page and choose again');
  return chosen;
}

type Prepared = ZipContent & { projectId: number; taken: Taken };

async function prepare(deps: Dependencies, ctx: ZipContext): Promise<Prepared> {
  const { query, actor, params } = ctx;
  const { session, originals, error, released, recordId, ...found } = await load(deps, ctx);
  const pictures = choose(found.pictures, query.pictures);
  if (pictures.length === 0)
    throw error ? unavailable('The pictures cannot be read at the moment') : notFound('Picture');
  const { captureDate, project, site } = session;
  const making = { ...deps, person: actor.id, captureDate, size: query.size, originals, subfolders: true };
  const entries = pictureEntries(pictures, making);
  const title = datedName([project.name, site?.name], captureDate);
  const isKnown = entries.every(({ bytes }) => bytes !== null);
  return {
    projectId: session.projectId,
    title,
    entries,
    captureDate,
    etag: isKnown ? zipEtag(pictures, entries, title) : null,
    taken: { id: params.id, pictures, originals, released, recordId },
  };
}

async function record(
  { actor, params: { id }, query, write }: ZipContext,
  { entries, projectId }: Prepared,
): Promise<void> {
  const subject = { kind: 'session', id, name: `Session #${id}` } as const;
  const after = { pictures: entries.length, size: query.size };
  await write((context) => recordAct(context, { by: actor.id, act: 'picturesTaken', subject, projectId, after }));
}

/** The calls of the contract. */
export function downloads(deps: Dependencies): Handlers<typeof api.downloads> {
  const people = createZipLine(line);

  return {
    async pictureDownload({ actor, db, params, cacheFor }) {
      cacheFor(listingMilliseconds);
      const { pictures, originals, released, error } = await load(deps, { actor, db, params });
      const sizeOf = (file: TakenPicture['file'], size: DownloadSize) =>
        originals && size === 'full' && file.bytes !== null ? file.bytes : guessBytes(file, size);
      return {
        pictures: pictures.map(({ key, kind, file }) => ({
          key,
          name: file.name,
          thumbnailUrl: imageUrlOf(file, { id: params.id, kind }, 's220'),
          bytes: { full: sizeOf(file, 'full'), s1600: sizeOf(file, 's1600') },
        })),
        originals,
        released,
        resumable: originals && pictures.every(({ file }) => file.bytes !== null),
        problem: error && mediaErrorMessage(error, { canRepair: originals, seesSettings: false }),
      };
    },

    picturesZip(ctx) {
      const { request, reply, actor, db, query } = ctx;
      return people.send(String(actor.id), reply, async () => {
        const prepared = await prepare(deps, ctx);
        const asked = { request, reply, size: query.size, log: deps.log };
        return {
          body: await openZip(asked, prepared, () => record(ctx, prepared)),
          watch: (end) => watchWhile(() => isAllowed({ ...deps, db, actor }, prepared.taken), end),
        };
      });
    },
  };
}
