// Checking a link before it is submitted: what it leads to, what is wrong with it, and its first pictures.
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { api } from '#contract/api.ts';
import { labelOf } from '#contract/links/label.ts';
import { classifyLink, type Link, type LinkHosts } from '#contract/links.ts';
import type { LinkCheck, MediaKind } from '#contract/media.ts';
import { can, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { parseInput, type RequestContext } from '#server/http/register-routes.ts';
import { forbidden, invalid, notFound } from '#server/lib/problem.ts';
import type { Probe, ProbeResult } from '#server/media/probe.ts';
import type { MediaRoot, SourceFile } from '#server/media/source.ts';
import { projectRelation } from '#server/visibility.ts';
import { type MediaDependencies, requireLogin, sendImage } from './image-routes.ts';
import { mediaProblem } from './media-errors.ts';
import { createRateLimit } from './rate-limit.ts';
import { mediaRootsColumn } from './session-link.ts';
import type { UrlSigner } from './signed-urls.ts';

const pace = { most: 40, milliseconds: 60_000 };
const strip = 4;

/** The folders of a project to which this person may submit; unseen answers like unknown (decisions §12). */
async function rootsFor(db: Kysely<Tables>, actor: Person, projectId: number): Promise<MediaRoot[]> {
  const found = await sql<{ roots: MediaRoot[] }>`
    select ${mediaRootsColumn('p')} as roots from (select id as project_id from projects where id = ${projectId} and removed_at is null) p`.execute(
    db,
  );
  const row = found.rows[0];
  const standing = await projectRelation(db, actor.id, projectId);
  if (!row || !can.seeProject(actor, standing)) throw invalid('projectId', 'There is no such project');
  if (!can.submitTo(actor, standing)) throw forbidden('You may look at this project, but not submit sessions to it');
  return row.roots;
}

const words = {
  image: ['photo', 'photos'],
  video: ['film', 'films'],
  geotiff: ['map', 'maps'],
  file: ['file', 'files'],
} as const;

/** '24 photos, 1 film'. */
function countWords(files: readonly SourceFile[]): string {
  const counted = (Object.keys(words) as SourceFile['kind'][]).map((kind) => {
    const count = files.filter((file) => file.kind === kind).length;
    return count === 0 ? null : `${count} ${words[kind][count === 1 ? 0 : 1]}`;
  });
  return counted.filter((part) => part !== null).join(', ');
}

function toLabel(link: Link, files: SourceFile[] | null): string {
  const label = labelOf(link) ?? 'Link to a page we do not know: it will be shown as a link';
  return link.kind === 'folder' && files && files.length > 0 ? `${label}, ${countWords(files)}` : label;
}

/** A film among the photos would be shown nowhere. */
function misplaced(kind: MediaKind, link: Link): string | null {
  const isPhotos = kind === 'drone' || kind === 'indoor';
  if (!isPhotos || !['video', 'tour', 'map', 'geotiff'].includes(link.kind)) return null;
  return `This is a ${labelOf(link)}, and photos are expected here: put it in the field of its kind`;
}

type CheckHouse = { hosts: LinkHosts; probe: Probe; tickets: UrlSigner };

/** The handler of `POST /api/links/check`. */
export function checkLinks({ hosts, probe, tickets }: CheckHouse) {
  const mayAsk = createRateLimit(pace);

  function thumbnails(found: ProbeResult, ticket: { person: number; project: number; url: string }): string[] {
    const images = (found.files ?? []).filter(({ kind }) => kind === 'image').slice(0, strip);
    return images.map(({ id }) => `/api/links/picture/${tickets.write({ ...ticket, item: id })}/s220`);
  }

  return async ({ actor, db, body }: RequestContext<typeof api.media.checkLink>): Promise<LinkCheck> => {
    const { projectId, kind, url } = body;
    const roots = await rootsFor(db, actor, projectId);
    mayAsk(actor.id);
    const link = classifyLink(url, hosts);
    const found = await probe(link, roots);
    return {
      provider: link.provider,
      kind: link.kind,
      label: toLabel(link, found.files),
      count: found.files?.length ?? null,
      problem: found.reason ?? misplaced(kind, link),
      thumbnails: thumbnails(found, { person: actor.id, project: projectId, url }),
    };
  };
}

const TicketPath = z.object({
  ticket: z.string(),
  size: z.enum(['s220', 's400'], 'A picture’s size must be one of s220, s400'),
});

/** `GET /api/links/picture/:ticket/:size`: a picture of a link that this very person checked minutes ago. */
export function registerLinkPreviewRoute(
  app: FastifyInstance,
  house: MediaDependencies & { tickets: UrlSigner },
): void {
  async function find(actor: Person, given: string): Promise<SourceFile> {
    const ticket = house.tickets.read(given);
    if (!ticket || ticket.person !== actor.id) throw notFound('Picture');
    const roots = await rootsFor(house.db, actor, ticket.project);
    const files = await house.source.list(classifyLink(ticket.url, house.hosts), roots);
    const file = files?.find(({ id, kind }) => id === ticket.item && kind === 'image');
    if (!file) throw notFound('Picture');
    return file;
  }

  app.get('/api/links/picture/:ticket/:size', async (request, reply) => {
    const { ticket, size } = parseInput(TicketPath, request.params);
    const actor = await requireLogin(house, request);
    const file = await find(actor, ticket).catch((error: unknown) => {
      throw mediaProblem(error, 'Picture');
    });
    return sendImage(house.pictures, file, { request, reply, size, version: null });
  });
}
