-- Devices that receive push, and webhooks with what was sent to them.

-- One for each login; it goes with the login, so that whoever uses the device next never receives it.
create table push_subscriptions (
  id integer generated always as identity primary key,
  login_sid char(64) not null unique references logins on delete cascade,
  user_id integer not null references users on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

create table webhooks (
  id integer generated always as identity primary key,
  name varchar(100) not null,
  url text not null,
  kinds text[] not null,
  active boolean not null default true,
  -- Sealed with the secret of the installation.
  secret bytea not null,
  -- The one before it, which signs too until then.
  former_secret bytea,
  former_until timestamptz,
  version integer not null default 1,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((former_secret is null) = (former_until is null))
);

create table webhook_deliveries (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  -- Of the message: the receiver knows by it what it had already.
  message_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('session.released', 'session.rejected', 'concern.raised', 'concern.resolved', 'test')),
  project_id integer,
  session_id integer,
  dispute_id integer,
  -- How often somebody asked for it to be sent again.
  again integer not null default 0,
  attempts integer not null default 0,
  -- Of the last attempt: the answer's status, or why there was none.
  status integer,
  failure text,
  attempted_at timestamptz,
  delivered_at timestamptz,
  -- Since when it waits; given up after three days, or when the webhook was paused.
  queued_at timestamptz not null default now(),
  given_up_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
