-- Which admins look at which session, each for a minute at a time. A hint: what a crash of the database loses is back with the next look.
create unlogged table presence (
  session_id integer not null references sessions on delete cascade,
  user_id integer not null references users on delete cascade,
  since timestamptz not null default now(),
  until timestamptz not null,
  primary key (session_id, user_id)
);
