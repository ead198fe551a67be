-- The tables of Topout: people, projects with sites, sessions with their records, concerns, notices, logins, jobs.
-- What must never be wrong is checked here, not only in the program.

create extension if not exists pg_trgm;

create table users (
  id integer generated always as identity primary key,
  username varchar(50) not null check (length(username) >= 3),
  password varchar(255) not null,
  email varchar(255) not null,
  first_name varchar(255) not null,
  last_name varchar(255) not null,
  company varchar(255),
  role text not null default 'photographer' check (role in ('admin', 'photographer', 'client')),
  profile_photo_url varchar(1000),
  bio text,
  phone varchar(20),
  -- A closed account keeps its history, cannot log in and frees its username and e-mail (decisions §3).
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username_key on users (lower(username)) where closed_at is null;
create unique index users_email_key on users (lower(email)) where closed_at is null;
create index users_by_role on users (role) where closed_at is null;
create index users_by_name on users (last_name, first_name, id) where closed_at is null;

create table profile_photos (
  user_id integer primary key references users on delete cascade,
  version char(16) not null,
  image bytea not null check (octet_length(image) <= 1000000),
  created_at timestamptz not null default now()
);

create table projects (
  id integer generated always as identity primary key,
  name varchar(255) not null check (name <> ''),
  description text,
  status text not null default 'active' check (status in ('active', 'completed', 'on_hold')),
  client_id integer not null references users,
  created_by integer not null references users,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index projects_newest on projects (created_at desc, id desc) where removed_at is null;
create index projects_by_client on projects (client_id) where removed_at is null;
create index projects_by_creator on projects (created_by);

create table project_users (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null default 'viewer' check (role in ('viewer', 'contributor', 'admin')),
  created_at timestamptz not null default now(),
  unique (project_id, user_id)
);
create index project_users_by_user on project_users (user_id, project_id);

create table media_roots (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  provider text not null check (provider in ('local', 'google-drive')),
  root varchar(1000) not null check (root <> ''),
  bound_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  unique (project_id, provider, root)
);

create table sites (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  photographer_id integer references users on delete set null,
  name varchar(255) not null check (name <> ''),
  description text,
  location varchar(500),
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, project_id)
);
create index sites_of_project on sites (project_id, id) where removed_at is null;
create index sites_by_photographer on sites (photographer_id, project_id) where removed_at is null;

-- What is there now. Its content is also the newest content record; clients read the released one.
create table sessions (
  id integer generated always as identity primary key,
  project_id integer not null references projects,
  site_id integer,
  photographer_id integer not null references users,
  capture_date date not null,
  scheduled_date date,
  phase text check (phase in ('foundation', 'framing', 'roofing', 'electrical', 'plumbing', 'finishing', 'other')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'completed')),
  notes text,
  drone_images_url varchar(1000),
  indoor_images_url varchar(1000),
  video_url varchar(1000),
  tour360_url varchar(1000),
  orthomosaic_url varchar(1000),
  deliverable_package_url varchar(1000),
  raw_files_url varchar(1000),
  report_url varchar(1000),
  reviewed_by integer references users,
  reviewed_at timestamptz,
  review_notes text,
  rejection_reason text,
  record_id bigint not null,
  -- The last release: which record clients read, the status they see, by whom and when.
  released_record_id bigint,
  released_status text check (released_status in ('approved', 'completed')),
  released_by integer references users,
  released_at timestamptz,
  released_capture_date date,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (site_id, project_id) references sites (id, project_id),
  check (status <> 'rejected' or length(trim(rejection_reason)) > 0),
  check (status not in ('approved', 'completed') or released_record_id is not null),
  check (num_nulls(released_record_id, released_status, released_by, released_at, released_capture_date) in (0, 5))
);
create index sessions_newest on sessions (created_at desc, id desc) where removed_at is null;
create index sessions_by_date on sessions (capture_date desc, id desc) where removed_at is null;
create index sessions_of_status on sessions (status, created_at desc, id desc) where removed_at is null;
create index sessions_of_photographer on sessions (photographer_id, created_at desc, id desc) where removed_at is null;
create index sessions_of_photographer_by_date on sessions (photographer_id, capture_date desc, id desc) where removed_at is null;
create index sessions_of_project on sessions (project_id, created_at desc, id desc) where removed_at is null;
create index sessions_of_project_by_date on sessions (project_id, capture_date desc, id desc) where removed_at is null;
create index sessions_of_site on sessions (site_id) where removed_at is null;
create index sessions_released_newest on sessions (project_id, created_at desc, id desc)
  where removed_at is null and released_record_id is not null;
create index sessions_released_by_date on sessions (project_id, released_capture_date desc, id desc)
  where removed_at is null and released_record_id is not null;
create index sessions_notes_words on sessions using gin (notes gin_trgm_ops) where removed_at is null;

-- Append-only: every version of the content and every transition, with names instead of foreign keys, so that
-- nothing that is deleted elsewhere can take it along.
create table session_records (
  id bigint generated always as identity primary key,
  session_id integer not null,
  action text not null
    check (action in ('created', 'edited', 'approved', 'rejected', 'resubmitted', 'completed', 'removed')),
  from_status text check (from_status in ('pending', 'approved', 'rejected', 'completed')),
  to_status text check (to_status in ('pending', 'approved', 'rejected', 'completed')),
  by_id integer,
  by_name text not null,
  at timestamptz not null default now(),
  project_id integer not null,
  project_name text not null,
  site_id integer,
  site_name text,
  photographer_id integer not null,
  photographer_name text not null,
  capture_date date not null,
  scheduled_date date,
  phase text,
  notes text,
  drone_images_url varchar(1000),
  indoor_images_url varchar(1000),
  video_url varchar(1000),
  tour360_url varchar(1000),
  orthomosaic_url varchar(1000),
  deliverable_package_url varchar(1000),
  raw_files_url varchar(1000),
  report_url varchar(1000),
  review_notes text,
  rejection_reason text,
  released_record_id bigint,
  check (action <> 'approved' or released_record_id is not null)
);
create index session_records_of_session on session_records (session_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'session records are append-only';
end $$;
create trigger session_records_append_only before update or delete or truncate on session_records
  for each statement execute function refuse_change();

-- The two faces of a session: what crew and admins see, and what was released to clients. Same columns.
create view sessions_present as
select s.id, s.project_id, s.site_id, s.photographer_id, s.capture_date, s.scheduled_date, s.phase, s.status, s.notes,
  s.drone_images_url, s.indoor_images_url, s.video_url, s.tour360_url, s.orthomosaic_url,
  s.deliverable_package_url, s.raw_files_url, s.report_url,
  s.reviewed_by, s.reviewed_at, s.review_notes, s.rejection_reason,
  s.record_id, s.released_record_id is not null as released, s.created_at, s.updated_at
from sessions s
where s.removed_at is null;

create view sessions_released as
select s.id, s.project_id, r.site_id, r.photographer_id, s.released_capture_date as capture_date, r.scheduled_date, r.phase,
  s.released_status as status, r.notes,
  r.drone_images_url, r.indoor_images_url, r.video_url, r.tour360_url, r.orthomosaic_url,
  r.deliverable_package_url, r.raw_files_url, r.report_url,
  s.released_by as reviewed_by, s.released_at as reviewed_at, null::text as review_notes, null::text as rejection_reason,
  s.released_record_id as record_id, true as released, s.created_at, s.released_at as updated_at
from sessions s
join session_records r on r.id = s.released_record_id
where s.removed_at is null and s.released_record_id is not null;

create table disputes (
  id integer generated always as identity primary key,
  session_id integer not null references sessions,
  client_id integer not null references users,
  reason text not null check (length(trim(reason)) > 0),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disputes_newest on disputes (created_at desc, id desc);
create index disputes_of_session on disputes (session_id, created_at desc, id desc);
create index disputes_by_client on disputes (client_id, created_at desc, id desc);
create index disputes_of_status on disputes (status, created_at desc, id desc);

create table dispute_messages (
  id integer generated always as identity primary key,
  dispute_id integer not null references disputes on delete cascade,
  user_id integer not null references users,
  message text not null check (message <> ''),
  message_type text not null default 'comment' check (message_type in ('comment', 'status_change', 'resubmission')),
  created_at timestamptz not null default now()
);
create index dispute_messages_of_dispute on dispute_messages (dispute_id, created_at, id);
create index dispute_messages_by_user on dispute_messages (user_id);

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  title varchar(255) not null,
  message text not null,
  type text not null check (type in ('project_assigned', 'project_created', 'session_submitted', 'session_approved',
    'session_rejected', 'dispute_created', 'dispute_updated', 'dispute_resolved', 'demo_request')),
  is_read boolean not null default false,
  related_project_id integer references projects on delete cascade,
  related_session_id integer references sessions on delete cascade,
  related_dispute_id integer references disputes on delete cascade,
  created_at timestamptz not null default now()
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where not is_read;

-- Logins: sid is the SHA-256 of what the cookie holds (decisions §8a).
create table logins (
  sid char(64) primary key,
  sess jsonb not null,
  expire timestamptz not null,
  user_id integer generated always as ((sess ->> 'userId')::integer) stored not null references users on delete cascade
);
create index logins_of_user on logins (user_id);
create index logins_by_expiry on logins (expire);

create table login_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  at timestamptz not null default now()
);
create index login_failures_of_account on login_failures (account, at);
create index login_failures_of_address on login_failures (address, at);

create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  call text not null,
  key varchar(200) not null,
  body_hash char(64) not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table demo_requests (
  id integer generated always as identity primary key,
  name varchar(255) not null,
  email varchar(255) not null,
  company varchar(255) not null,
  phone varchar(40),
  project_type varchar(255),
  project_brief text not null,
  address text not null,
  created_at timestamptz not null default now()
);
create index demo_requests_newest on demo_requests (created_at desc, id desc);
create index demo_requests_of_address on demo_requests (address, created_at);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}',
  dedupe_key text unique,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now()
);
create index jobs_due on jobs (run_at, id);
