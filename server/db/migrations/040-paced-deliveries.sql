-- What leaves the product keeps a pace for each receiver: what comes faster waits, or goes as one.

alter table deliveries
  -- What shares a pace: a person's mail about one project, a device's pushes about it, a webhook.
  add column pace text check (length(pace) between 1 and 200),
  -- When it was let out, or may go.
  add column paced_at timestamptz,
  -- Tells of those that went into it, and of nothing else.
  add column is_bundle boolean not null default false,
  add column bundle_id integer references deliveries on delete set null,
  drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in ('waiting', 'sent', 'dropped', 'refused', 'dead', 'bundled'));

create index deliveries_by_pace on deliveries (channel, pace, paced_at) where pace is not null;
create index deliveries_of_bundle on deliveries (bundle_id) where bundle_id is not null;
