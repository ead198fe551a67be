-- Stages of the works, with what each is judged by, and the marks that people give them by name.

alter table project_users
  drop constraint project_users_role_check,
  add constraint project_users_role_check check (role in ('viewer', 'contributor', 'admin', 'checker'));

-- The stages of a project, or of one of its sites; its row is locked by whoever changes one of them.
create table stage_lists (
  id integer generated always as identity primary key,
  project_id integer not null references projects,
  site_id integer references sites,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (project_id, site_id)
);
create index stage_lists_by_site on stage_lists (site_id) where site_id is not null;

create table stages (
  id integer generated always as identity primary key,
  list_id integer not null references stage_lists,
  position integer not null check (position >= 1),
  name text not null check (length(name) between 1 and 120),
  planned_on date,
  -- Hundredths of a per cent of the works.
  weight integer check (weight between 0 and 10000),
  -- [{"id": 1, "text": "Lintels are cast over all openings"}]; an id names one as long as the stage is there.
  criteria jsonb not null default '[]' check (jsonb_typeof(criteria) = 'array'),
  -- [{"text": "Before cover-up: …"}, {"viewpointId": 7}]
  wanted jsonb not null default '[]' check (jsonb_typeof(wanted) = 'array'),
  -- The number that the next criterion gets.
  next_criterion integer not null default 1,
  -- Left out of its list after it had been marked.
  dropped_at timestamptz,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index stages_of_list on stages (list_id, position);

-- Never changed and never removed: a mark is taken back by another.
create table stage_marks (
  id integer generated always as identity primary key,
  stage_id integer not null references stages,
  kind text not null check (kind in ('claimed', 'seen', 'confirmed', 'acknowledged')),
  act text not null check (act in ('given', 'refused', 'taken_back')),
  given_as text not null check (given_as in ('crew', 'admin', 'checker', 'client', 'guest')),
  by_id integer references users,
  share_link_id integer references share_links,
  by_name text not null check (length(by_name) between 1 and 300),
  session_id integer references sessions,
  on_site boolean not null default false,
  note text,
  -- The criteria as they stood, each with its pictures: [{"text", "ticked", "pictures": [{"sessionId", "mediaKind", "link", "file", "version", "name"}]}]
  criteria jsonb not null default '[]' check (jsonb_typeof(criteria) = 'array'),
  at timestamptz not null default now(),
  check ((by_id is null) <> (share_link_id is null)),
  check (act = 'given' or note is not null),
  check (act <> 'refused' or kind = 'confirmed')
);
create index stage_marks_of_stage on stage_marks (stage_id, id);
create index stage_marks_of_session on stage_marks (session_id) where session_id is not null;
create unique index stage_marks_once_by_link on stage_marks (stage_id, share_link_id) where share_link_id is not null;

-- Which of its marks stand: what contract/stages/standing.ts makes of them, written with each of them. No references: marks are never
-- removed, and a backup could not be restored in any order of the two tables.
alter table stages
  add column claimed_id integer,
  add column seen_id integer,
  add column confirmed_id integer,
  add column acknowledged_ids integer[] not null default '{}',
  add column refused_id integer,
  add column last_mark_id integer;

create trigger stage_marks_stay before update or delete or truncate on stage_marks
  for each statement execute function refuse_change();

alter table notifications add column related_stage_id integer references stages on delete set null;
alter table webhook_deliveries
  add column stage_id integer,
  drop constraint webhook_deliveries_kind_check,
  add constraint webhook_deliveries_kind_check
    check (kind in ('session.released', 'session.rejected', 'concern.raised', 'concern.resolved', 'stage.confirmed', 'test'));
