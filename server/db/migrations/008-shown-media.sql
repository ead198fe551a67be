-- Which files an admin was shown of a session that waits for review: an approval releases those and no others (docs/decisions/013).

create table shown_media (
  record_id bigint not null,
  user_id integer not null references users on delete cascade,
  -- The tab.
  kind text not null,
  -- The ids of its folder's files.
  items jsonb not null,
  shown_at timestamptz not null default now(),
  primary key (record_id, user_id, kind)
);
create index shown_media_by_age on shown_media (shown_at);
