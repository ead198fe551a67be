-- Links that let somebody set a password, once: invitations and resets. Only the hash of a token is kept.

create table account_links (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('invitation', 'reset')),
  user_id integer not null references users on delete cascade,
  token_hash char(64) not null unique,
  -- What asked for it, so that a job that runs twice makes one; null of what an admin made.
  request text unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_of_user on account_links (user_id, kind);

-- Until when somebody who was invited may choose a password; null once they have, and of all others.
alter table users add column invited_until timestamptz;
