-- Visits that an admin planned: a day at a site, and what became of it.

create table planned_visits (
  id integer generated always as identity primary key,
  project_id integer not null references projects,
  -- Null: of the project as a whole, because it had no sites.
  site_id integer references sites,
  day date not null,
  -- Null: anybody who may submit there.
  photographer_id integer references users,
  note text check (length(note) between 1 and 2000),
  skipped_at timestamptz,
  skipped_by integer references users,
  skip_reason text check (length(skip_reason) between 1 and 500),
  -- The session that fulfilled it; null again once that is removed.
  session_id integer references sessions,
  version integer not null default 1,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((skipped_at is null) = (skip_reason is null) and (skipped_at is null) = (skipped_by is null)),
  check (skipped_at is null or session_id is null)
);

-- The next one of many projects at once, and those near a session.
create index planned_visits_open on planned_visits (project_id, day, id) where skipped_at is null and session_id is null;
create index planned_visits_done on planned_visits (project_id, day, id) where skipped_at is not null or session_id is not null;
create index planned_visits_by_photographer on planned_visits (photographer_id) where photographer_id is not null;
create index planned_visits_by_site on planned_visits (site_id) where site_id is not null;
-- A session fulfils one at most.
create unique index planned_visits_once on planned_visits (session_id) where session_id is not null;
