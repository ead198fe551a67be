-- What leaves the product by itself: mail, push and calls to other programs, once each; and addresses that mail does not reach.

create table deliveries (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('mail', 'push', 'webhook')),
  -- No second one is made with the same key.
  key text not null check (length(key) between 1 and 300),
  kind text not null,
  -- Whom it is for; null for an address without an account.
  user_id integer references users on delete cascade,
  -- What it tells of: it is not sent once that was read in the product.
  notification_id integer references notifications on delete cascade,
  -- Encrypted with a key from the secret; emptied when it is over.
  payload bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'refused', 'dead')),
  -- While a process sends it, the end of its lease.
  due_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '3 days',
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (channel, key),
  check ((state = 'waiting') = (payload is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create index deliveries_due on deliveries (channel, due_at, id) where state = 'waiting';
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;
create index deliveries_of_notification on deliveries (notification_id) where notification_id is not null;
create index deliveries_of_user on deliveries (user_id) where user_id is not null;

-- Addresses that a server refused for good, in lower case; the next mail that arrives takes the row away.
create table bounced_addresses (
  address text primary key,
  reason text not null,
  bounced_at timestamptz not null default now()
);

-- What differs from the defaults of a person's role (contract/notifications/notification-preferences.ts); a notice always appears in the product.
create table notification_choices (
  user_id integer not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  channel text not null check (channel in ('mail', 'push')),
  enabled boolean not null,
  primary key (user_id, kind, channel)
);

create table notification_settings (
  user_id integer primary key references users on delete cascade,
  digest text not null default 'weekly' check (digest in ('daily', 'weekly', 'never')),
  -- From and until, in the person's zone; nothing is sent then, but what waits goes out at the end.
  quiet_from time,
  quiet_until time,
  -- IANA name; null: the company's.
  time_zone text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- Projects of which somebody wants no mail and no push.
create table muted_projects (
  user_id integer not null references users on delete cascade,
  project_id integer not null references projects on delete cascade,
  primary key (user_id, project_id)
);
