-- Light copies of videos: which were made, are being made, or are not made and why. Their bytes lie in the storage of videos, by their names.

create table light_videos (
  -- Hash of the edition of the maker, and of the file and the version of its bytes.
  name text primary key check (name ~ '^[0-9a-f]{64}$'),
  file text not null,
  version text not null,
  state text not null check (state in ('making', 'made', 'none')),
  -- Of its making, from 0 to 1.
  share real not null default 0 check (share between 0 and 1),
  bytes bigint check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  -- Whether there is a picture of it.
  poster boolean not null default false,
  -- Why there is none, as a word of the server's.
  reason text,
  made_by text check (made_by in ('server', 'device')),
  -- How often its making failed.
  failures integer not null default 0,
  -- Since when its original was not found.
  missing_since timestamptz,
  changed_at timestamptz not null default now(),
  check ((state = 'made') = (num_nulls(bytes, width, height, made_by) = 0)),
  check ((state = 'none') = (reason is not null))
);
-- Paths may be longer than an ordered index takes.
create index light_videos_of_file on light_videos using hash (file);
