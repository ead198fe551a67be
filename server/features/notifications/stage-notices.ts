// Notices about stages: whose mark is next, and whose no longer stands (behaviour §31.4).
import { type RawBuilder, sql } from 'kysely';
import { activeMemberRoles, type MemberRole, type StageMark } from '#contract/policy.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { admins, nameOf, notify, projectName, send, shortened } from './handlers.ts';

/** `by`: null of a guest. */
type StageIds = { by: number | null; stage: { id: number; name: string; projectId: number } };

/** Whoever gives this mark: admins, and of the project its checkers, its client and those of its members who do more than look on. */
function giversOf(kind: StageMark, projectId: number): RawBuilder<unknown> {
  if (kind === 'claimed') return sql`select null::integer where false`;
  if (kind === 'seen') return admins;
  const members = (
    roles: readonly MemberRole[],
  ) => sql`select pu.user_id from project_users pu join users mu on mu.id = pu.user_id
    where pu.project_id = ${projectId}::integer and mu.role = 'client' and pu.role = any(${[...roles]}::text[])`;
  if (kind === 'confirmed') return sql`${admins} union ${members(['checker'])}`;
  return sql`select client_id from projects where id = ${projectId}::integer union ${members(activeMemberRoles)}`;
}

const waits: Record<StageMark, string> = {
  claimed: '',
  seen: ' was claimed. Check whether a released visit shows it.',
  confirmed: ' was seen in a released visit and is waiting to be confirmed.',
  acknowledged: ' is confirmed and is waiting to be acknowledged.',
};

/** A stage waits for its next mark: whoever may give it. */
export async function notifyStageWaits(
  context: WriteContext,
  { by, stage, next }: StageIds & { next: StageMark },
): Promise<void> {
  const { projectId } = stage;
  const message = sql<string>`${`${stage.name} of `} || ${projectName(projectId)} || ${waits[next]}`;
  const text = {
    by,
    type: 'stage_waits',
    title: 'A stage is waiting for you',
    message,
    projectId,
    stageId: stage.id,
  } as const;
  await send(context, text, giversOf(next, projectId));
}

/** A claim was refused, or a mark taken back: those whose marks no longer stand. */
export async function notifyStageReturned(
  context: WriteContext,
  { by, stage, how, reason, to }: StageIds & { how: string; reason: string; to: readonly number[] },
): Promise<void> {
  const { projectId } = stage;
  const who = sql<string>`coalesce(${nameOf(by)}, 'A guest')`;
  const message = sql<string>`${who} || ${` ${how} of ${stage.name}, `} || ${projectName(projectId)} || ${`: ${shortened(reason)}`}`;
  await notify(context, {
    to,
    by,
    type: 'stage_returned',
    title: 'A stage needs another look',
    message,
    projectId,
    stageId: stage.id,
  });
}
