-- Settings of the company, the clock of the first answer to a concern, and the places in media that concerns and answers are about.

-- What has no row is as the defaults say (contract/settings/company-settings.ts).
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- `due_at`: the end of `due_on`, by the settings of when it was raised; null of what was raised before there were clocks, until a job fills it.
alter table disputes
  add column half_at timestamptz,
  add column due_at timestamptz,
  add column due_on date,
  add column half_told boolean not null default false,
  add column due_told boolean not null default false,
  -- The first word or act of the crew or an admin.
  add column answered_at timestamptz,
  -- When it was resolved; null again when it is opened anew.
  add column resolved_at timestamptz;

update disputes d set
  answered_at = (select min(m.created_at) from dispute_messages m join users u on u.id = m.user_id
    where m.dispute_id = d.id and u.role <> 'client' and m.message_type in ('comment', 'status_change')),
  resolved_at = case when d.status in ('resolved', 'closed') then (select max(m.created_at) from dispute_messages m
    where m.dispute_id = d.id and m.message_type = 'status_change' and m.message like '% to Resolved') end;
-- Resolved before changes of status were written into the conversation.
update disputes set resolved_at = updated_at where status = 'resolved' and resolved_at is null;
update disputes set answered_at = coalesce(resolved_at, updated_at) where status in ('in_progress', 'resolved') and answered_at is null;

create index disputes_awaiting on disputes (due_at) where status = 'open' and answered_at is null;
create index disputes_by_answer on disputes (answered_at) where answered_at is not null;
create index disputes_by_resolution on disputes (resolved_at) where resolved_at is not null;

alter table dispute_messages drop constraint dispute_messages_message_type_check;
alter table dispute_messages add constraint dispute_messages_message_type_check
  check (message_type in ('comment', 'status_change', 'resubmission', 'moved'));

-- Never changed: a concern that is moved gets a new one, and the newest of its own is where it is now.
create table anchors (
  id integer generated always as identity primary key,
  dispute_id integer not null references disputes on delete cascade,
  -- Of a comment its picture, of a move the new place; null of where the concern was raised.
  message_id integer unique references dispute_messages on delete cascade,
  -- Where the concern itself is; otherwise a picture that somebody showed in an answer.
  of_concern boolean not null,
  kind text not null check (kind in ('photo', 'panorama', 'film', 'map', 'comparison')),
  session_id integer not null references sessions,
  -- The record that was released when it was set.
  record_id bigint not null references session_records,
  media_kind text not null,
  -- Provider and id, which version of its bytes, and its name then.
  file text not null,
  version text,
  name text not null,
  -- The numbers of its kind (contract/disputes/anchor-schemas.ts).
  place jsonb not null,
  -- Of a comparison the other picture, on the left.
  other_session_id integer references sessions,
  other_record_id bigint references session_records,
  other_file text,
  -- What was seen around the place, and where in it the place is, in shares.
  cutout bytea check (length(cutout) <= 204800),
  mark_x double precision,
  mark_y double precision,
  created_by integer not null references users,
  created_at timestamptz not null default now()
);
create index anchors_of_dispute on anchors (dispute_id, id) where of_concern;
create index anchors_of_session on anchors (session_id) where of_concern;
create index anchors_of_other_session on anchors (other_session_id) where of_concern and other_session_id is not null;
