-- Seals: the hashes of what was released, signed and chained per project, and of the audit log in a chain of the company (behaviour §32).

-- The order of releases. Those of before this migration have none: what lies at their sources now need not be what was released.
alter table released_media add column released_at timestamptz;
alter table released_media alter column released_at set default clock_timestamp();
create index released_media_in_order on released_media (released_at) where released_at is not null;

-- The program that wrote a picture last, where its header names one that edits pictures. Of pictures read before, nobody knows.
alter table picture_details add column edited_with text;

-- The public halves of the keys that ever signed here. The private ones follow from the secret.
create table seal_keys (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  public_key text not null unique,
  first_used_at timestamptz not null default now()
);

-- What a seal is of. `content` is canonical JSON, and its SHA-256 in hex is what is signed.
create table seal_manifests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('release', 'audit')),
  project_id integer references projects,
  session_id integer references sessions,
  record_id bigint unique references session_records,
  released_at timestamptz,
  -- The day of the audit log, in UTC.
  day date unique,
  content text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- How many files of a release are sealed, and how many files and tabs are not.
  files integer check (files >= 0),
  unsealed integer check (unsealed >= 0),
  made_at timestamptz not null default now(),
  check ((kind = 'release') = (project_id is not null and session_id is not null and record_id is not null
    and released_at is not null and files is not null and unsealed is not null)),
  check ((kind = 'audit') = (day is not null))
);
create index seal_manifests_of_project on seal_manifests (project_id, released_at);

-- The files of a release. `details` is canonical JSON of what guests do not read, with a salt; the manifest holds its hash.
create table sealed_files (
  manifest_id bigint not null references seal_manifests,
  nth integer not null check (nth >= 0),
  media_kind text not null,
  file text not null,
  version text not null,
  details text not null,
  primary key (manifest_id, nth)
);

-- Of each file the original, and the copies that clients get.
create table sealed_hashes (
  manifest_id bigint not null,
  nth integer not null,
  of text not null check (of in ('original', 'full', 's1600')),
  sha256 bytea not null check (length(sha256) = 32),
  bytes bigint not null check (bytes >= 0),
  primary key (manifest_id, nth, of),
  foreign key (manifest_id, nth) references sealed_files
);
create index sealed_hashes_by_hash on sealed_hashes (sha256);

-- The chains: of each project, and of the company where the project is null. `statement` is canonical JSON: what was signed.
create table seals (
  id bigint generated always as identity primary key,
  manifest_id bigint not null unique references seal_manifests,
  project_id integer references projects,
  number integer not null check (number >= 1),
  previous text,
  key_id text not null references seal_keys,
  statement text not null,
  signature text not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  -- As it is printed, without hyphens.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  sealed_at timestamptz not null,
  unique nulls not distinct (project_id, number),
  check ((number = 1) = (previous is null))
);

-- What an authority answered that was asked to stamp the hash of a seal (RFC 3161).
create table seal_stamps (
  seal_id bigint primary key references seals,
  answer bytea not null,
  host text not null,
  stamped_at timestamptz not null
);

-- When a released file was last compared with its source, and what was found.
create table sealed_file_checks (
  manifest_id bigint not null,
  nth integer not null,
  checked_at timestamptz not null default now(),
  state text not null check (state in ('same', 'changed', 'missing', 'unreachable')),
  -- Admins are notified of a file once.
  notified_at timestamptz,
  primary key (manifest_id, nth),
  foreign key (manifest_id, nth) references sealed_files
);
create index sealed_file_checks_in_order on sealed_file_checks (checked_at);

create trigger seal_keys_stay before update or delete or truncate on seal_keys
  for each statement execute function refuse_change();
create trigger seal_manifests_stay before update or delete or truncate on seal_manifests
  for each statement execute function refuse_change();
create trigger sealed_files_stay before update or delete or truncate on sealed_files
  for each statement execute function refuse_change();
create trigger sealed_hashes_stay before update or delete or truncate on sealed_hashes
  for each statement execute function refuse_change();
create trigger seal_stamps_stay before update or delete or truncate on seal_stamps
  for each statement execute function refuse_change();
create trigger seals_stay before update or delete or truncate on seals
  for each statement execute function refuse_change();
