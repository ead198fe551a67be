// The pictures of a shared visit as one ZIP, where its link allows downloads (behaviour §17.1).
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { ZipOffer } from '#contract/sharing/guest-pages.ts';
import { ZipQuery } from '#contract/sharing/reports-routes.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { guessBytes, listTakenPictures, pictureEntries } from '#server/features/sharing/downloads/entries.ts';
import { createZipLine, openZip, type ZipContent } from '#server/features/sharing/downloads/send-zip.ts';
import { parseInput } from '#server/http/calls/parse-input.ts';
import { fullIp } from '#server/http/security/client-ip.ts';
import { datedName } from '#server/lib/file-names.ts';
import { notFound, unavailable } from '#server/lib/problem.ts';
import { guestOf, type OpenLink } from './link.ts';
import type { GuestMedia } from './media-routes.ts';
import { listVisits, type Tab, visitIdOf } from './visits.ts';

type Dependencies = GuestMedia & { runWrite: RunTransaction; log: FastifyBaseLogger };
type Asked = { link: OpenLink; request: FastifyRequest; reply: FastifyReply };

/** Beside those of people, who never wait for guests; all who hold a link count as one. */
const line = { concurrency: 2, maxWaiting: 20 };

function readAsked({ params, query }: FastifyRequest) {
  const id = visitIdOf((params as { id: string }).id);
  if (id === null) throw notFound('Session');
  return { id, size: parseInput(ZipQuery, query).size };
}

type Prepared = ZipContent & { shownKey: string };

/** Re-encoded without a position, as each of them alone; folders of the crew's own naming are left out. */
async function prepare(deps: Dependencies, { link, request }: Asked): Promise<Prepared> {
  const guest = guestOf(link);
  const { id, size } = readAsked(request);
  const [visit] = await listVisits(deps.db, guest, { id, limit: 1 });
  if (!visit) throw notFound('Session');
  const { pictures, shownKey, error } = await listTakenPictures({ ...deps, actor: guest }, id);
  if (pictures.length === 0)
    throw error ? unavailable('The pictures cannot be read at the moment') : notFound('Picture');
  const { captureDate, site } = visit;
  const making = { ...deps, person: -link.id, captureDate, size, originals: false, subfolders: false };
  const title = datedName([link.projectName, site], captureDate);
  return { title, entries: pictureEntries(pictures, making), captureDate, etag: null, shownKey };
}

async function record({ runWrite }: Dependencies, { link, request }: Asked, pictures: number): Promise<void> {
  const { id, size } = readAsked(request);
  await runWrite({ topics: [], address: fullIp(request) }, (context) =>
    recordAct(context, {
      by: null,
      guest: `Share link for ${link.recipient}`,
      act: 'picturesTaken',
      subject: { kind: 'session', id, name: `Session #${id}` },
      projectId: link.projectId,
      after: { pictures, size },
    }),
  );
}

/** `GET …/visits/{id}/pictures.zip`: 404 where the link allows none, also once that is so while it waits or is sent. */
export function createGuestZips(deps: Dependencies) {
  const guests = createZipLine(line);
  const { watch, log } = deps;

  return async (asked: Asked): Promise<FastifyReply> => {
    const { link, request, reply } = asked;
    if (!link.downloads) throw notFound('Picture');
    return guests.send(String(link.id), reply, async () => {
      const { shownKey, ...content } = await prepare(deps, asked);
      const held = { guest: guestOf(link), tokenHash: link.tokenHash, downloads: true, needs: [shownKey] } as const;
      if (!(await watch.holds(held))) throw notFound('Share link');
      const { size } = readAsked(request);
      const body = await openZip({ request, reply: reply.header('x-robots-tag', 'noindex'), size, log }, content, () =>
        record(deps, asked, content.entries.length),
      );
      return { body, watch: (end) => watch.add({ ...held, end, cut: end }) };
    });
  };
}

/** All pictures of a visit as one file; null where the link allows none, or there are fewer than two. */
export function zipOffer(link: OpenLink, sessionId: number, tabs: readonly Tab[]): ZipOffer | null {
  const images = tabs.flatMap(({ files }) => files.filter(({ kind }) => kind === 'image'));
  if (!link.downloads || images.length < 2) return null;
  const bytesOf = (size: 'full' | 's1600') => images.reduce((sum, file) => sum + guessBytes(file, size), 0);
  return {
    path: `${link.base}/visits/${sessionId}/pictures.zip`,
    pictures: images.length,
    bytes: { full: bytesOf('full'), s1600: bytesOf('s1600') },
  };
}
