-- First: when each client last had a released visit of a project on their screen, and where the stay before that ended: what was released since is new.

create table seen_projects (
  user_id integer not null references users on delete cascade,
  project_id integer not null references projects on delete cascade,
  since timestamptz not null,
  seen_at timestamptz not null check (seen_at >= since),
  primary key (user_id, project_id)
);

-- Releases of a project after a moment; without it all of its sessions are read.
create index sessions_by_release on sessions (project_id, released_at) where removed_at is null and released_record_id is not null;

-- Second, for the figures of the review: the decisions since a moment. Without it every record is read.
create index session_records_of_decisions on session_records (at) where from_status = 'pending' and to_status in ('approved', 'rejected');
