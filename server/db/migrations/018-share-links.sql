-- Share links: what somebody may see without a login, until when, and how often it was opened. A link's token is nowhere, only its SHA-256.

create table share_links (
  id integer generated always as identity primary key,
  -- null: the live sample, which has an address of its own
  token_hash char(64) unique,
  scope text not null check (scope in ('project', 'session', 'viewpoint', 'comparison')),
  project_id integer not null references projects,
  session_id integer references sessions,
  other_session_id integer references sessions,
  viewpoint_id integer references viewpoints,
  -- Of a comparison the tab and file that it opens with, of both visits.
  pictures jsonb,
  recipient text not null,
  -- Sealed with the installation's secret: a copy of the database alone does not tell it.
  pin_seal text,
  wrong_pins integer not null default 0,
  downloads boolean not null default false,
  players boolean not null default false,
  expires_at timestamptz,
  shared_by integer references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- null where nobody ended it: too many wrong PINs, or whoever shared it may no longer
  ended_by integer references users,
  opens integer not null default 0,
  first_opened_at timestamptz,
  last_opened_at timestamptz,
  -- The page that was counted last: its picture and its script are one open.
  last_page text,
  check ((session_id is not null) = (scope in ('session', 'comparison'))),
  check ((other_session_id is not null) = (scope = 'comparison')),
  check ((viewpoint_id is not null) = (scope = 'viewpoint')),
  check (num_nulls(token_hash, expires_at, shared_by) in (0, 3))
);
create index share_links_of_project on share_links (project_id, id desc);
create unique index share_links_sample on share_links (project_id) where shared_by is null;
create index share_links_running on share_links (id) where ended_at is null;
