-- Handovers: the archive of a project that somebody asked for, as a list of entries whose every byte is known before the first is sent.

-- One per person; asking again replaces what was planned before.
create table handovers (
  id integer generated always as identity primary key,
  asked_by integer not null unique references users,
  project_id integer not null references projects,
  -- Of this plan: another one has another key.
  key text not null unique,
  state text not null check (state in ('preparing', 'ready')),
  -- The folder in the archive that everything lies in.
  title text not null default '',
  -- Pictures and videos as they were taken, which only admins get.
  originals boolean not null,
  -- The visits in it as clients are shown them, by their keys; null until its files were listed.
  shown jsonb check (jsonb_typeof(shown) = 'array'),
  bytes bigint,
  asked_at timestamptz not null default now(),
  -- When its making went on last.
  touched_at timestamptz not null default now(),
  ready_at timestamptz,
  check ((state = 'ready') = (ready_at is not null and bytes is not null and shown is not null))
);

-- What is in it, in its order. A row with a problem is what is not in it, with the reason.
create table handover_entries (
  handover_id integer not null references handovers on delete cascade,
  nth integer not null,
  -- In the archive. Of what is not in it: where it is shown by another host, or ''.
  name text not null,
  at timestamptz not null,
  -- Of a file: where it comes from, and which of its bytes are taken. Of a tab without files of ours only where.
  session_id integer references sessions,
  field text,
  file text,
  version text,
  part text check (part in ('original', 'clean', 'full', 's1600')),
  -- As its visit's page names it.
  label text,
  -- Of a page, a record or a seal: its bytes.
  content bytea,
  bytes bigint check (bytes >= 0),
  crc bigint check (crc between 0 and 4294967295),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  problem text,
  primary key (handover_id, nth),
  check ((bytes is null) = (crc is null) and (bytes is null) = (sha256 is null))
);
