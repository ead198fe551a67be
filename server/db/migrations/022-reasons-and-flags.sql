-- Why a session was sent back: coded reasons beside the sentence, the pictures that were flagged, which files there were then, and what its
-- photographer said when handing it in again. All of it is kept as records are: written once.

alter table session_records
  -- On a rejection its coded reasons, none where only words were written; null of rejections that were made before there were any.
  add column rejection_reasons text[],
  -- On a resubmission what its photographer said with it.
  add column resubmit_note text;

create table rejection_flags (
  id integer generated always as identity primary key,
  session_id integer not null references sessions,
  -- of the rejection
  record_id bigint not null,
  media_kind text not null,
  -- the session's link behind which the picture lay
  link text not null,
  file text not null,
  file_version text not null,
  file_name text not null,
  note text
);
create index rejection_flags_of_record on rejection_flags (record_id);

-- What was said to a flag, with the resubmission.
create table flag_answers (
  flag_id integer primary key references rejection_flags,
  record_id bigint not null,
  answer text not null
);

-- Which files lay behind a session's links when it was sent back, so that a resubmission can be compared with them.
create table rejected_files (
  record_id bigint primary key,
  -- By tab a list of {"id", "version", "name"}, null for a link that holds no files for us; a tab that could not be listed is not named.
  files jsonb not null
);
