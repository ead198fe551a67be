// A project's media roots: the folders beneath which its media links work (behaviour §6.5).
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { MediaRoot } from '#contract/projects/routes.ts';
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { invalid, stale } from '#server/lib/problem.ts';

type Root = z.output<typeof MediaRoot>;

/** Made of what they are: the same roots have the same version. */
function versionOf(roots: readonly Root[]): number {
  const text = JSON.stringify(roots.map(({ provider, root }) => [provider, root]));
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) + 1;
}

export async function listMediaRoots(
  db: Kysely<Tables>,
  projectId: number,
): Promise<{ roots: Root[]; version: number }> {
  const roots = await db
    .selectFrom('media_roots')
    .select(['provider', 'root'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  return { roots, version: versionOf(roots) };
}

/** 'a//b/./c/' becomes 'a/b/c'; `..` and absolute paths are refused. */
function toFolder(root: string, path: string): string {
  const parts = root.split('/').filter((part) => part !== '' && part !== '.');
  const leavesRoot = root.includes('\\') || parts.includes('..') || /^[a-z]:$/i.test(parts[0] ?? '');
  if (leavesRoot) throw invalid(path, 'A root is a folder below the media root, without .. and backslashes');
  if (parts.length === 0) throw invalid(path, 'Name a folder below the media root');
  if (uploadOfLink(`/media/folders/${parts.join('/')}`) !== null)
    throw invalid(path, 'An upload belongs to its session and cannot be bound to a project');
  return parts.join('/');
}

function toFolderId(root: string, path: string): string {
  if (/^[\w-]{10,200}$/.test(root)) return root;
  throw invalid(path, 'A Google Drive root is the id of a folder: letters, digits, - and _');
}

function normalise(roots: readonly Root[]): Root[] {
  const distinct = new Map<string, Root>();
  for (const [index, { provider, root }] of roots.entries()) {
    const path = `roots.${index}.root`;
    const clean = provider === 'local' ? toFolder(root, path) : toFolderId(root, path);
    distinct.set(`${provider} ${clean}`, { provider, root: clean });
  }
  return [...distinct.values()];
}

type Change = { projectId: number; by: number; roots: readonly Root[]; version?: number | null | undefined };

/** Replaces the roots of a locked project; those that stay keep who bound them and when. 409 where others changed them meanwhile. */
export async function saveMediaRoots(tx: Transaction<Tables>, change: Change): Promise<void> {
  const present = await listMediaRoots(tx, change.projectId);
  if ((change.version ?? present.version) !== present.version) throw stale('list of media folders', present);
  const roots = normalise(change.roots);
  const providers = roots.map(({ provider }) => provider);
  const folders = roots.map(({ root }) => root);
  await sql`
    delete from media_roots where project_id = ${change.projectId}
      and (provider, root) not in (select * from unnest(${providers}::text[], ${folders}::text[]))`.execute(tx);
  await sql`
    insert into media_roots (project_id, provider, root, bound_by)
    select ${change.projectId}::integer, t.provider, t.root, ${change.by}::integer
    from unnest(${providers}::text[], ${folders}::text[]) with ordinality as t (provider, root, place)
    order by t.place
    on conflict (project_id, provider, root) do nothing`.execute(tx);
}
