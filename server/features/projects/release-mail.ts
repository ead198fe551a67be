// The mail of released sessions: what its reader may see of them when it is sent, one or several (behaviour §18.3).
import { type Kysely, sql } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, mediaKinds } from '#contract/media/endpoints.ts';
import { severalNotices } from '#contract/notifications/notification-preferences.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { MailComposer } from '#server/features/notifications/deliveries/mail-sender.ts';
import { oneLine } from '#server/features/notifications/deliveries/mail-template.ts';
import { findReader, noticesStillWanted } from '#server/features/notifications/deliveries/wanted.ts';
import type { MailContent, MailEntry, MailPicture, MailSection } from '#server/features/notifications/deliveries.ts';
import { capitalised } from '#server/lib/words.ts';
import { visibleProjects, visibleSessions } from '#server/visibility.ts';
import type { ReleasedSession } from './digests/news.ts';
import {
  createPictureTime,
  findBestPair,
  findOwnPicture,
  type MailPictureDependencies,
  type PairPicture,
  type Signing,
  toMailPicture,
} from './digests/picture-route.ts';

/** `media`: the labels of what was recorded. */
type Release = ReleasedSession & { project: string; notes: string | null; media: string[] };

const mediaLabels = sql.join(
  mediaKinds.map((kind) => {
    const { column, label } = sessionFields[fieldOfKind[kind]];
    return sql`case when ${sql.ref(`s.${column}`)} <> '' then ${label}::text end`;
  }),
);

/** As they were released, newest first, each once however often it was released; nothing of one that this reader may not see now. */
async function loadReleases(db: Kysely<Tables>, reader: Person, notices: readonly number[]): Promise<Release[]> {
  const found = await sql<Release>`
    select s.id, s.project_id as "projectId", p.name as project, s.site_id as "siteId", si.name as site,
      s.capture_date as "captureDate", s.phase, s.notes, array_remove(array[${mediaLabels}], null) as media
    from sessions_released s join projects p on p.id = s.project_id left join sites si on si.id = s.site_id
    where s.id in (select related_session_id from notifications where id = any(${[...notices]}::integer[]))
      and ${visibleSessions(reader)} and ${visibleProjects(reader)}
    order by lower(p.name), p.id, s.capture_date desc, s.id desc`.execute(db);
  return found.rows;
}

const longestName = 120;
const longestNote = 600;
/** A mail shows at most this many; the others are in the product. */
const mostShown = 10;

const placeOf = ({ project, site }: Release) =>
  [project, site].flatMap((name) => (name === null ? [] : [oneLine(name, longestName)])).join(', ');

/** 'Foundation. Drone photos, video.' */
function factsOf({ phase, media }: Release): string {
  const recorded = media.length === 0 ? [] : [capitalised(media.join(', ').toLowerCase())];
  return [...(phase === null ? [] : [capitalised(phase)]), ...recorded].map((fact) => `${fact}.`).join(' ');
}

function noteOf({ notes }: Release): string {
  const note = notes?.trim() ?? '';
  return note.length <= longestNote ? note : `${note.slice(0, longestNote - 1)}…`;
}

/** `before`: the visit that it is shown beside. */
type Shown = { release: Release; pictures: MailPicture[]; before: { id: number; captureDate: string } | null };
type Dependencies = MailPictureDependencies & { secret: string };

async function withPictures(deps: Dependencies, signing: Signing, release: Release): Promise<Shown> {
  function draw(picture: PairPicture, words: string): MailPicture {
    const day = formatDate(picture.captureDate);
    return toMailPicture(signing, picture, { caption: `${words}${day}`, alt: `${placeOf(release)} on ${day}` });
  }
  const pair = await findBestPair(deps, signing.reader, [release]);
  if (pair) {
    const { older, newer } = pair;
    const before = { id: older.sessionId, captureDate: older.captureDate };
    return { release, pictures: [draw(older, 'Before: '), draw(newer, 'Now: ')], before };
  }
  const own = await findOwnPicture(deps, signing.reader, release);
  return { release, pictures: own ? [draw(own, '')] : [], before: null };
}

/** With the pictures of as many as are found in time. */
async function showAll(deps: Dependencies, signing: Signing, releases: readonly Release[]): Promise<Shown[]> {
  const inTime = createPictureTime();
  const shown: Shown[] = [];
  for (const release of releases) {
    const found = await inTime(withPictures(deps, signing, release));
    shown.push(found ?? { release, pictures: [], before: null });
  }
  return shown;
}

function comparison({ release: { id, projectId }, before }: Shown): MailEntry[] {
  if (before === null) return [];
  const path = `/projects/${projectId}/compare?compare=${before.id},${id}`;
  return [{ text: `Compare with the visit of ${formatDate(before.captureDate)}`, path }];
}

const openSession = ({ id }: Release) => ({ label: 'Open session', path: `/sessions/${id}` });

const titleOf = (release: Release) => `${placeOf(release)}: visit of ${formatDate(release.captureDate)}`;

const wordsOf = (release: Release) => [factsOf(release), noteOf(release)].filter((text) => text !== '');

function contentOfOne(shown: Shown): MailContent {
  const { release, pictures } = shown;
  return {
    subject: `Session approved: ${placeOf(release)}`,
    heading: titleOf(release),
    paragraphs: wordsOf(release),
    pictures,
    list: comparison(shown),
    action: openSession(release),
  };
}

function toSection(shown: Shown): MailSection {
  const { release, pictures } = shown;
  return {
    title: titleOf(release),
    lines: [...wordsOf(release), ...comparison(shown)],
    pictures,
    action: openSession(release),
  };
}

function contentOfSeveral(shown: readonly Shown[], releases: readonly [Release, ...Release[]]): MailContent {
  const [{ projectId, project }] = releases;
  const projects = new Set(releases.map((release) => release.projectId)).size;
  const title = severalNotices('session_approved', releases.length);
  const others = releases.length - shown.length;
  return {
    subject: projects === 1 ? `${title} on ${oneLine(project, longestName)}` : `${title} on ${projects} projects`,
    heading: title,
    paragraphs:
      others > 0 ? [`Here are the first ${shown.length}. The other ${others} are in your notifications.`] : [],
    sections: shown.map(toSection),
    action:
      projects === 1
        ? { label: 'Open project', path: `/projects/${projectId}` }
        : { label: 'Open dashboard', path: '/dashboard' },
  };
}

/** One release, or those that were gathered. */
export function createReleaseComposer(deps: Dependencies): MailComposer {
  return async (userId, { id, isBundle, notificationId }) => {
    if (!isBundle && notificationId === null) return null;
    const reader = await findReader(deps.db, userId);
    if (!reader) return { dropped: 'The account is closed.' };
    const notices = isBundle ? await noticesStillWanted(deps.db, { id, userId }) : [notificationId ?? 0];
    const [first, ...others] = await loadReleases(deps.db, reader, notices);
    if (!first) return { dropped: 'The recipient has already read it, or may no longer see it.' };
    const signing = { secret: deps.secret, reader, digestAt: new Date().toISOString() };
    const shown = await showAll(deps, signing, [first, ...others].slice(0, mostShown));
    const [one] = shown;
    return { content: others.length === 0 && one ? contentOfOne(one) : contentOfSeveral(shown, [first, ...others]) };
  };
}
