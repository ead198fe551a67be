-- Lender's packs: numbered in their project, each with what it said when it was made. Their files are drawn from that.

create table packs (
  id integer generated always as identity primary key,
  project_id integer not null references projects,
  number integer not null check (number >= 1),
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  -- The former pack of this period, which this one corrects.
  corrects_id integer references packs,
  made_by integer not null references users,
  made_at timestamptz not null default now(),
  -- Of what it says: making it again for the same data finds this one.
  content_hash text not null,
  -- By edition ('client', 'guest'): the report, and which pictures it shows.
  editions jsonb not null check (jsonb_typeof(editions) = 'object'),
  -- The client's edition in the product's storage.
  storage_key text not null unique,
  unique (project_id, number)
);
create index packs_of_period on packs (project_id, period_from, period_to, number);

create trigger packs_stay before update or delete or truncate on packs
  for each statement execute function refuse_change();
