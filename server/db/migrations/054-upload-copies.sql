-- Light copies of videos, and their pictures, that a device makes of what it uploads: here until both have come, or are given up.
create table upload_copies (
  -- Random, made by the device.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  file_id text not null references upload_files on delete cascade,
  what text not null check (what in ('light', 'poster')),
  bytes bigint not null check (bytes > 0),
  -- When its device last said that it has it, or sent a part.
  changed_at timestamptz not null default now(),
  unique (file_id, what)
);
