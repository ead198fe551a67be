// Many notifications of one kind as one email or one push (behaviour §18.6).
import { type Kysely, sql } from 'kysely';
import type { Notification, PushPayload } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import { isAcrossProjects, severalNotices } from '#contract/notifications/notification-preferences.ts';
import type { Tables } from '#server/db/schema.ts';
import { noticesStillWanted } from './deliveries/wanted.ts';
import type { Composed, MailAction } from './deliveries.ts';
import { type LeavingDependencies, loadLeaving } from './leaving.ts';

/** An email lists at most this many; the others are in the product. */
const mostListed = 10;

type Bundle = {
  notices: [Notification, ...Notification[]];
  title: string;
  project: { id: number; name: string } | null;
};
type Waiting = { id: number; userId: number | null };

async function projectOf(db: Kysely<Tables>, notice: Notification): Promise<Bundle['project']> {
  const { type, relatedProjectId, relatedSessionId } = notice;
  if (isAcrossProjects(type)) return null;
  const found = await sql<{ id: number; name: string }>`select p.id, p.name from projects p where p.id = coalesce(
    ${relatedProjectId}::integer, (select project_id from sessions where id = ${relatedSessionId}::integer))`.execute(
    db,
  );
  return found.rows[0] ?? null;
}

/** Null where nothing of it is wanted any more. */
async function readBundle(deps: LeavingDependencies, row: Waiting): Promise<Bundle | null> {
  const loaded = await loadLeaving(deps, await noticesStillWanted(deps.db, row));
  const [first, ...others] = loaded.toSorted((a, b) => a.id - b.id);
  if (!first) return null;
  const title = others.length === 0 ? first.title : severalNotices(first.type, others.length + 1);
  return { notices: [first, ...others], title, project: await projectOf(deps.db, first) };
}

/** One is where that one leads, several are where all of them are. */
function actionOf({ notices: [first, ...others], project }: Bundle): MailAction {
  if (others.length > 0 && project) return { label: 'Open project', path: `/projects/${project.id}` };
  const path = notificationPath(first);
  return others.length === 0 && path ? { label: 'Open', path } : { label: 'Open dashboard', path: '/dashboard' };
}

const nothing = { dropped: 'They have already been read.' };

export async function mailOfBundle(deps: LeavingDependencies, row: Waiting): Promise<Composed> {
  const bundle = await readBundle(deps, row);
  if (!bundle) return nothing;
  const { notices, title, project } = bundle;
  const action = actionOf(bundle);
  const list = notices
    .slice(0, mostListed)
    .map((notice) => ({ text: notice.message, path: notificationPath(notice) ?? action.path }));
  const others = notices.length - list.length;
  const paragraphs =
    others === 0 ? [] : [`Here are the first ${list.length}. The other ${others} are in your notifications.`];
  return {
    content: { subject: project ? `${title} on ${project.name}` : title, heading: title, paragraphs, list, action },
  };
}

/** Under the id of the newest: it takes the place of that one on a device that has it already. */
export async function pushOfBundle(deps: LeavingDependencies, row: Waiting): Promise<PushPayload | null> {
  const bundle = await readBundle(deps, row);
  if (!bundle) return null;
  const { notices, title, project } = bundle;
  const { id, type } = notices.at(-1) ?? notices[0];
  return { id, kind: type, title, body: project?.name ?? '', path: actionOf(bundle).path };
}
