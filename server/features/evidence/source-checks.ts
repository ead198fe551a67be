// The nightly comparison of released files with their sources: what changed or is gone is said to admins once (behaviour §32.5).
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { SealedFileChecksTable, Tables } from '#server/db/schema.ts';
import { isTakenBack } from '#server/db/taken-back.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { linksByKind } from '#server/features/media/linked-files.ts';
import { mediaRootsColumn } from '#server/features/media/session-link.ts';
import { notifyReleasedFilesChanged } from '#server/features/notifications/handlers.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import type { MediaRoot, MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { hashOriginal } from './hash-files.ts';

export type CheckingDependencies = {
  db: Kysely<Tables>;
  write: RunTransaction;
  source: MediaSource;
  hosts: LinkHosts;
  now(): number;
  /** Milliseconds between two files. */
  pause?: number;
  maxFiles?: number;
};
type State = SealedFileChecksTable['state'];

/** A run ends well before its lease does: no other server begins meanwhile. */
const runMilliseconds = 8 * 60_000;
const maxPerRun = 500;
const pauseMilliseconds = 200;
/** Hours after which a file has its turn again. */
const restHours = 20;

type Due = { manifestId: number; nth: number; file: string; name: string; sha256: string };
/** The files of one tab of a release. */
type DueTab = {
  sessionId: number;
  kind: MediaKind;
  link: string | null;
  roots: MediaRoot[];
  files: Due[];
};

/** Of what clients see now, those that were compared the longest ago. One that admins know of is not compared again. */
async function readDue(db: Kysely<Tables>, limit: number): Promise<DueTab[]> {
  const hidden = isTakenBack({ project: sql`s.project_id`, file: sql`f.file` });
  const found = await sql<DueTab>`
    with due as (
      select f.manifest_id, f.nth, f.media_kind, f.file, f.details::json ->> 'name' as name, encode(h.sha256, 'hex') as sha256, sm.session_id, sm.record_id
      from sealed_files f join sealed_hashes h on h.manifest_id = f.manifest_id and h.nth = f.nth and h.of = 'original'
        join seal_manifests sm on sm.id = f.manifest_id
        join sessions s on s.id = sm.session_id and s.removed_at is null and s.released_record_id = sm.record_id
        left join sealed_file_checks c on c.manifest_id = f.manifest_id and c.nth = f.nth
      where c.notified_at is null and coalesce(c.checked_at, sm.made_at) < now() - make_interval(hours => ${restHours}) and not ${hidden}
      order by c.checked_at nulls first, f.manifest_id, f.nth limit ${limit})
    select d.session_id as "sessionId", d.media_kind as kind, json_build_object(${linksByKind('r')}) ->> d.media_kind as link,
      ${mediaRootsColumn('s')} as roots,
      json_agg(json_build_object('manifestId', d.manifest_id, 'nth', d.nth, 'file', d.file, 'name', d.name, 'sha256', d.sha256) order by d.nth) as files
    from due d join session_records r on r.id = d.record_id join sessions s on s.id = d.session_id
    group by d.session_id, d.media_kind, r.id, s.id order by d.session_id, d.media_kind`.execute(db);
  return found.rows;
}

const stateOfError = (error: unknown): State => {
  if (!(error instanceof MediaError)) throw error;
  return isTransient(error) ? 'unreachable' : 'missing';
};

async function compare(file: SourceFile | undefined, { sha256 }: Due): Promise<State> {
  if (!file) return 'missing';
  try {
    return (await hashOriginal(file)).sha256 === sha256 ? 'same' : 'changed';
  } catch (error) {
    return stateOfError(error);
  }
}

type Compared = { due: Due; state: State };

async function compareTab(deps: CheckingDependencies, tab: DueTab, until: number): Promise<Compared[]> {
  const { source, hosts, now, pause = pauseMilliseconds } = deps;
  let listed: readonly SourceFile[];
  try {
    listed = (tab.link && (await source.list(classifyLink(tab.link, hosts), tab.roots))) || [];
  } catch (error) {
    const state = stateOfError(error);
    return tab.files.map((due) => ({ due, state }));
  }
  const present = new Map(listed.map((file) => [file.id, file]));
  const compared: Compared[] = [];
  for (const due of tab.files) {
    if (now() > until) break;
    compared.push({ due, state: await compare(present.get(due.file), due) });
    await wait(pause, undefined, { ref: false });
  }
  return compared;
}

const words: Partial<Record<State, string>> = { changed: 'changed', missing: 'missing' };

/** With the notice, in one transaction: admins are notified of each file once. */
async function save(context: WriteContext, { sessionId }: DueTab, compared: readonly Compared[]): Promise<void> {
  const lost = compared.filter(({ state }) => words[state] !== undefined);
  const column = <T>(of: (one: Compared) => T) => compared.map(of);
  await sql`insert into sealed_file_checks as c (manifest_id, nth, state, notified_at)
    select t.manifest, t.nth, t.state, case when t.state in ('changed', 'missing') then now() end
    from unnest(${column(({ due }) => due.manifestId)}::bigint[], ${column(({ due }) => due.nth)}::integer[],
      ${column(({ state }) => state)}::text[]) as t (manifest, nth, state)
    on conflict (manifest_id, nth) do update set checked_at = now(), state = excluded.state, notified_at = excluded.notified_at`.execute(
    context.tx,
  );
  const files = lost.map(({ due, state }) => `${due.name} (${words[state]})`);
  if (files.length > 0) await notifyReleasedFilesChanged(context, { sessionId, files });
}

export async function checkSources(deps: CheckingDependencies): Promise<void> {
  const until = deps.now() + runMilliseconds;
  for (const tab of await readDue(deps.db, deps.maxFiles ?? maxPerRun)) {
    if (deps.now() > until) return;
    const compared = await compareTab(deps, tab, until);
    if (compared.length > 0) await deps.write({ topics: [] }, (context) => save(context, tab, compared));
  }
}
