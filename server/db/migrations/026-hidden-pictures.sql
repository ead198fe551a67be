-- Pictures that an admin took back from clients: a row for each time. Nothing is deleted, a picture that is shown again has its row ended.

create table hidden_pictures (
  id integer generated always as identity primary key,
  -- where an admin took it back, by tab and link; the file itself is meant in any of its versions, wherever its project shows it
  session_id integer not null references sessions,
  media_kind text not null,
  link text not null,
  file text not null,
  name text not null,
  reason text not null check (length(reason) between 1 and 300),
  hidden_by integer not null references users,
  hidden_at timestamptz not null default now(),
  shown_by integer references users,
  shown_at timestamptz,
  check ((shown_by is null) = (shown_at is null))
);
create unique index hidden_pictures_now on hidden_pictures (file, session_id) where shown_at is null;
create index hidden_pictures_of_session on hidden_pictures (session_id);
