-- The audit log: every act that changes rights, people, links, settings or releases, or removes content. Append-only, with names instead of
-- foreign keys, so that nothing that is deleted elsewhere can take it along.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- contract/overview/audit-log.ts lists the acts and what they are about.
  act text not null check (act <> ''),
  -- All three null: the product itself. `guest`: somebody without a login, by the share that they came by.
  by_id integer,
  by_name text,
  guest text,
  -- The address that it was asked from; null of jobs and of commands.
  address text,
  subject_kind text not null check (subject_kind <> ''),
  subject_id integer,
  subject_name text not null,
  project_id integer,
  -- What was changed, by field, as it was written down; null where there was nothing, or nothing is left.
  before json,
  after json,
  check (by_id is null or guest is null)
);
create index audit_log_by_act on audit_log (act, id desc);
create index audit_log_by_person on audit_log (by_id, id desc) where by_id is not null;
create index audit_log_by_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_log_by_project on audit_log (project_id, id desc) where project_id is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
