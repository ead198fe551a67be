// The tables match the specification's data model: fields, lengths, choices, defaults and uniqueness.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationTypes } from '#contract/notifications/notification-preferences.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';

let testApp: TestDatabase;
type Column = { name: string; length: number | null; nullable: boolean; initial: string | null };
type Tables = Map<string, Map<string, Column>>;
let tables: Tables;
let checks: string[];
let uniques: string[];

beforeAll(async () => {
  testApp = await freshDatabase();
  const { query } = testApp.database;
  const columns = await sql<Column & { table: string }>`
    select table_name as table, column_name as name, character_maximum_length as length, is_nullable = 'YES' as nullable,
      column_default as initial
    from information_schema.columns where table_schema = 'public'`.execute(query);
  tables = new Map();
  for (const { table, ...column } of columns.rows) {
    tables.set(table, (tables.get(table) ?? new Map()).set(column.name, column));
  }
  const said = await sql<{ words: string }>`
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as words from pg_constraint
    where connamespace = 'public'::regnamespace`.execute(query);
  checks = said.rows.map(({ words }) => words);
  const made = await sql<{ words: string }>`
    select indexdef as words from pg_indexes where schemaname = 'public' and indexdef like '%UNIQUE%'`.execute(query);
  uniques = made.rows.map(({ words }) => words);
});
afterAll(() => testApp.drop());

/** 'name 255 ?' is a text of up to 255 that may be missing; a length or '?' that is not written is not checked. */
function holds(table: string, fields: string[]): void {
  for (const field of fields) {
    const [name = '', ...facts] = field.split(' ');
    const column = tables.get(table)?.get(name);
    expect(column, `${table}.${name}`).toBeDefined();
    const length = facts.find((fact) => /^\d+$/.test(fact)) ?? column?.length;
    expect([name, Number(column?.length), column?.nullable]).toEqual([name, Number(length), facts.includes('?')]);
  }
}

function allows(table: string, field: string, choices: string[]): void {
  const rule = checks.find((words) => words.startsWith(`${table} CHECK`) && words.includes(`(${field} = ANY`));
  expect([...(rule ?? '').matchAll(/'(\w+)'/g)].map(([, word]) => word).sort()).toEqual(choices.toSorted());
}

function startsAs(table: string, field: string, value: string): void {
  expect(tables.get(table)?.get(field)?.initial).toContain(value);
}

test('users hold what the data model names, each username and e-mail once', () => {
  holds('users', ['id', 'username 50', 'password 255', 'email', 'first_name', 'last_name', 'company 255 ?', 'role']);
  holds('users', ['profile_photo_url ?', 'bio ?', 'phone 20 ?', 'created_at', 'updated_at']);
  allows('users', 'role', ['admin', 'photographer', 'client']);
  startsAs('users', 'role', 'photographer');
  for (const field of ['username', 'email'])
    expect(uniques.some((words) => words.includes(`lower((${field})::text)`))).toBe(true);
});

test('projects hold what the data model names', () => {
  holds('projects', [
    'id',
    'name 255',
    'description ?',
    'status',
    'client_id',
    'created_by',
    'created_at',
    'updated_at',
  ]);
  allows('projects', 'status', ['active', 'completed', 'on_hold']);
  startsAs('projects', 'status', 'active');
});

test('sites hold what the data model names', () => {
  holds('sites', ['id', 'project_id', 'photographer_id ?', 'name 255', 'description ?', 'location 500 ?']);
  holds('sites', ['created_at', 'updated_at']);
});

test('sessions hold what the data model names, links of at most 1000 characters', () => {
  holds('sessions', [
    'id',
    'project_id',
    'site_id ?',
    'photographer_id',
    'capture_date',
    'scheduled_date ?',
    'phase ?',
  ]);
  holds('sessions', ['status', 'notes ?', 'reviewed_by ?', 'reviewed_at ?', 'review_notes ?', 'rejection_reason ?']);
  const links = [
    'drone_images',
    'indoor_images',
    'tour360',
    'video',
    'orthomosaic',
    'deliverable_package',
    'raw_files',
  ];
  holds(
    'sessions',
    [...links, 'report'].map((link) => `${link}_url 1000 ?`),
  );
  holds('sessions', ['created_at', 'updated_at']);
  allows('sessions', 'status', ['pending', 'approved', 'rejected', 'completed']);
  startsAs('sessions', 'status', 'pending');
  const phases = ['foundation', 'framing', 'roofing', 'electrical', 'plumbing', 'finishing', 'other'];
  allows('sessions', 'phase', phases);
});

test('project members hold what the data model names, each person once in a project', () => {
  holds('project_users', ['id', 'project_id', 'user_id', 'role', 'created_at']);
  // Checkers came with stages (behaviour §31.3).
  allows('project_users', 'role', ['viewer', 'contributor', 'admin', 'checker']);
  startsAs('project_users', 'role', 'viewer');
  expect(uniques.some((words) => /project_users .*\(project_id, user_id\)/.test(words))).toBe(true);
});

test('notifications hold what the data model names', () => {
  holds('notifications', ['id', 'user_id', 'title 255', 'message', 'type', 'is_read', 'created_at']);
  holds('notifications', ['related_project_id ?', 'related_session_id ?', 'related_dispute_id ?']);
  startsAs('notifications', 'is_read', 'false');
  const named = ['project_assigned', 'project_created', 'session_approved', 'session_rejected'];
  const types = [...named, 'dispute_created', 'dispute_updated', 'dispute_resolved', 'dispute_due'];
  // The contract names them and the database takes any word (features/notifications/handlers.test.ts).
  expect([...notificationTypes].sort()).toEqual(
    [
      ...types,
      'delivery_failed',
      'share_ended',
      'session_submitted',
      'demo_request',
      'stage_waits',
      'stage_returned',
      'released_file_changed',
    ].sort(),
  );
});

test('disputes and their messages hold what the data model names', () => {
  holds('disputes', ['id', 'session_id', 'client_id', 'reason', 'status', 'priority', 'created_at', 'updated_at']);
  allows('disputes', 'status', ['open', 'in_progress', 'resolved', 'closed']);
  startsAs('disputes', 'status', 'open');
  allows('disputes', 'priority', ['low', 'medium', 'high']);
  startsAs('disputes', 'priority', 'medium');
  holds('dispute_messages', ['id', 'dispute_id', 'user_id', 'message', 'message_type', 'created_at']);
  allows('dispute_messages', 'message_type', ['comment', 'status_change', 'resubmission', 'moved']);
  startsAs('dispute_messages', 'message_type', 'comment');
});

test('planned visits hold their day and place, who is to go, and what became of them; a session fulfils one at most', () => {
  holds('planned_visits', ['id', 'project_id', 'site_id ?', 'day', 'photographer_id ?', 'note ?', 'version']);
  holds('planned_visits', ['skipped_at ?', 'skipped_by ?', 'skip_reason ?', 'session_id ?', 'created_by']);
  expect(uniques.some((words) => /planned_visits .*\(session_id\)/.test(words))).toBe(true);
});

test('logins hold sid, sess and expire', () => {
  holds('logins', ['sid', 'sess', 'expire']);
});
