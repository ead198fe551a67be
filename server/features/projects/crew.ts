// The crew of a new project that has no sites: photographers who are its members from the start (behaviour §1.8).
import { sql } from 'kysely';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { notifyAssigned } from '#server/features/notifications/handlers.ts';
import { invalid } from '#server/lib/problem.ts';

const role = 'contributor';

type Crew = { by: number; projectId: number; crew: readonly number[] };

/** Locks their accounts, so that no role changes at the same moment. @throws 400 for somebody who is no photographer */
export async function addCrew(context: WriteContext, { by, projectId, crew }: Crew): Promise<void> {
  const ids = [...new Set(crew)];
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${fullName('users')} as name from users
    where id = any(${ids}::integer[]) and role = 'photographer' and closed_at is null order by id for share`.execute(
    context.tx,
  );
  if (rows.length < ids.length) throw invalid('crew', 'Somebody of the crew is not a photographer');
  for (const { id, name } of rows) {
    await context.tx.insertInto('project_users').values({ project_id: projectId, user_id: id, role }).execute();
    const subject = { kind: 'user', id, name } as const;
    await recordAct(context, { by, act: 'memberAdded', projectId, subject, after: { role } });
  }
  await notifyAssigned(context, { by, to: ids, projectId, as: { member: role } });
}
