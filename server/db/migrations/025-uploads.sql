-- Uploads: a folder of files under a random name, and what is known of each file. The bytes lie in UPLOAD_ROOT.

create table uploads (
  -- The random name of its folder.
  id text primary key,
  project_id integer not null references projects,
  uploader_id integer not null references users,
  -- The session whose link it is; null until one names it.
  session_id integer references sessions,
  created_at timestamptz not null default now()
);
create index uploads_by_session on uploads (session_id) where session_id is not null;
create index uploads_by_project on uploads (project_id);

create table upload_files (
  -- Random: the address to which its bytes are sent.
  id text primary key,
  upload_id text not null references uploads on delete cascade,
  -- The order in which they were announced.
  nth bigint not null generated always as identity,
  name text not null,
  sent_name text not null,
  bytes bigint not null check (bytes >= 0),
  state text not null default 'travelling' check (state in ('travelling', 'kept', 'refused')),
  refusal text,
  type text,
  sha256 text,
  changed_at timestamptz not null default now(),
  check ((state = 'refused') = (refusal is not null)),
  check ((state = 'kept') = (sha256 is not null and type is not null))
);
create index upload_files_by_upload on upload_files (upload_id, nth);
create unique index upload_files_names on upload_files (upload_id, lower(name)) where state <> 'refused';
create index upload_files_travelling on upload_files (changed_at) where state = 'travelling';
