// Finds the share link that an address names, while it shows anything.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Grant, Guest, ShareScope } from '#contract/policy.ts';
import type { SharedView, StoredReport } from '#contract/sharing/endpoints.ts';
import type { SampleProject } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyZone } from '#server/db/settings/company-settings.ts';
import { downloadsAllowed } from '#server/db/settings/setting-rows.ts';
import { liveLink } from '#server/db/share-links.ts';
import type { NameCipher } from '#server/lib/secrets/file-ids.ts';
import { hashToken } from '#server/lib/secrets/tokens.ts';

type FoundLink = {
  id: number;
  /** Of all its addresses: '/s/…' or '/sample'. */
  base: string;
  tokenHash: string | null;
  scope: ShareScope;
  projectId: number;
  projectName: string;
  sessionId: number | null;
  otherSessionId: number | null;
  viewpointId: number | null;
  pictures: { mediaKind: MediaKind; item: string }[] | null;
  view: SharedView | null;
  report: StoredReport | null;
  recipient: string;
  pinSeal: string | null;
  downloads: boolean;
  players: boolean;
  /** Origins. */
  embedSites: string[];
  /** The e-mail address of whoever shared it, if the page offers to write to them. */
  askAt: string | null;
  /** Its last day by the company's calendar. */
  until: string | null;
  sharedBy: number | null;
};

/** `files`: the names of files in its addresses. */
export type OpenLink = FoundLink & { files: NameCipher };

/** Used for a file's name: the first picture of a tab. */
export const coverItem = 'cover';
/** `item`: a file's own id, or the cover. */
export type PictureOf = { sessionId: number; kind: MediaKind; item: string };

/** The address of a picture, to which its size is added; in it the file has the name that it has under this link. */
export function picturePath({ base, files }: OpenLink, { sessionId, kind, item }: PictureOf): string {
  return `${base}/pictures/${sessionId}/${kind}/${item === coverItem ? item : files.hide(item)}`;
}

const columns = sql`l.id, l.token_hash as "tokenHash", l.scope, l.project_id as "projectId", p.name as "projectName",
  l.session_id as "sessionId", l.other_session_id as "otherSessionId", l.viewpoint_id as "viewpointId", l.pictures, l.view, l.report, l.recipient,
  l.embed_sites as "embedSites", (select u.email from users u where u.id = l.shared_by and l.questions) as "askAt",
  l.pin_seal as "pinSeal", l.downloads and ${downloadsAllowed} as downloads, l.players, (l.expires_at at time zone ${companyZone})::date as until, l.shared_by as "sharedBy"`;

async function find(db: Kysely<Tables>, base: string, where: RawBuilder<unknown>): Promise<FoundLink | null> {
  const found = await sql<
    Omit<FoundLink, 'base'>
  >`select ${columns} from share_links l join projects p on p.id = l.project_id
    where ${where} and ${liveLink('l')}`.execute(db);
  const [link] = found.rows;
  return link ? { ...link, base } : null;
}

/** One statement for any token, right, wrong or ended. */
export function findByToken(db: Kysely<Tables>, token: string): Promise<FoundLink | null> {
  return find(db, `/s/${token}`, sql`l.token_hash = ${hashToken(token)}`);
}

export const samplePath = '/sample';

function sampleId(project: NonNullable<SampleProject>): RawBuilder<unknown> {
  if (project !== 'first') return sql`${project}::integer`;
  return sql`(select min(s.project_id) from sessions_released s)`;
}

/** The link of the live sample is made when it is asked for first. */
export async function findSample(db: Kysely<Tables>, project: NonNullable<SampleProject>): Promise<FoundLink | null> {
  const where = sql`l.shared_by is null and l.project_id = ${sampleId(project)}`;
  const known = await find(db, samplePath, where);
  if (known) return known;
  await sql`insert into share_links (scope, project_id, recipient)
    select 'project', p.id, 'Visitors' from projects p where p.id = ${sampleId(project)} and p.removed_at is null
    on conflict do nothing`.execute(db);
  return find(db, samplePath, where);
}

export function guestOf({ id, scope, projectId, sessionId, otherSessionId, viewpointId }: FoundLink): Guest {
  const sessionIds = [sessionId, otherSessionId].filter((one) => one !== null);
  const grant: Grant = { link: id, scope, projectId, sessionIds, viewpointId };
  return { kind: 'guest', grant };
}
