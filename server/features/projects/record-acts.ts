// What the audit log keeps of acts on projects: their fields, client and sites, and the folders bound to them.
import { sql, type Transaction } from 'kysely';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';

type SiteFacts = {
  name: string;
  photographer: string | null;
  location: string | null;
  coordinates: string | null;
  description: string | null;
};
export type ProjectFacts = {
  name: string;
  description: string | null;
  status: string;
  clientId: number;
  client: string;
  sites: SiteFacts[];
};

/** Of a locked project. */
export async function readFacts(tx: Transaction<Tables>, id: number): Promise<ProjectFacts> {
  const found = await sql<ProjectFacts>`
    select p.name, p.description, p.status, p.client_id as "clientId", ${fullName('c')} as client,
      coalesce((select json_agg(json_build_object('name', si.name, 'photographer', ${fullName('ph')},
          'location', si.location, 'coordinates', si.latitude || ', ' || si.longitude, 'description', si.description) order by si.id)
        from sites si left join users ph on ph.id = si.photographer_id
        where si.project_id = p.id and si.removed_at is null), '[]') as sites
    from projects p join users c on c.id = p.client_id where p.id = ${id}`.execute(tx);
  return found.rows[0] as ProjectFacts;
}

type ProjectAct = { by: number; act: AuditAct; id: number; name: string; before?: object; after?: object };

export async function recordProject(context: WriteContext, { id, name, ...record }: ProjectAct): Promise<void> {
  await recordAct(context, { ...record, projectId: id, subject: { kind: 'project', id, name } });
}

/** What is as it was leaves no entry. */
export async function recordProjectEdit(
  context: WriteContext,
  { by, id, before }: { by: number; id: number; before: ProjectFacts },
): Promise<void> {
  const after = await readFacts(context.tx, id);
  const changed = changedFacts(before, after);
  if (changed) await recordProject(context, { by, act: 'projectEdited', id, name: after.name, ...changed });
}

type Roots = { roots: readonly object[] };

export async function recordRoots(
  context: WriteContext,
  { by, id, before, after }: { by: number; id: number; before: Roots; after: Roots },
): Promise<void> {
  const changed = changedFacts({ roots: before.roots }, { roots: after.roots });
  if (!changed) return;
  const { name } = await readFacts(context.tx, id);
  await recordProject(context, { by, act: 'mediaRootsChanged', id, name, ...changed });
}
