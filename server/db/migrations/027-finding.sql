-- Words of concerns are found by index, and each person keeps filters of the list of sessions under names of their own.

create index disputes_reason_words on disputes using gin (reason gin_trgm_ops);
create index dispute_messages_words on dispute_messages using gin (message gin_trgm_ops) where message_type = 'comment';

create table saved_filters (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- As it stands in the address of the list, without its question mark.
  query text not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index saved_filters_name on saved_filters (user_id, lower(name));
