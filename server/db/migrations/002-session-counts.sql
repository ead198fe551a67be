-- How many sessions there are of each kind, kept while they are written: a page's total and the dashboards' figures then cost
-- the same with 100 sessions and with 100,000 (counting them all takes 10-20 ms there, twenty times the page itself).

-- One row per project, photographer and state; derived from `sessions` alone.
create table session_counts (
  project_id integer not null,
  photographer_id integer not null,
  status text not null,
  -- '' where clients have nothing to see.
  released_status text not null,
  sessions integer not null,
  primary key (project_id, photographer_id, status, released_status)
) with (fillfactor = 50);
create index session_counts_of_photographer on session_counts (photographer_id);

-- In the order of the key, so that two writers never wait for each other.
create function count_sessions() returns trigger language plpgsql as $$
begin
  insert into session_counts as c (project_id, photographer_id, status, released_status, sessions)
  select project_id, photographer_id, status, released_status, sum(sessions)
  from (
    select old.project_id, old.photographer_id, old.status, coalesce(old.released_status, '') as released_status, -1 as sessions
    where tg_op <> 'INSERT' and old.removed_at is null
    union all
    select new.project_id, new.photographer_id, new.status, coalesce(new.released_status, ''), 1
    where tg_op <> 'DELETE' and new.removed_at is null
  ) moved
  group by 1, 2, 3, 4
  having sum(sessions) <> 0
  order by 1, 2, 3, 4
  on conflict (project_id, photographer_id, status, released_status) do update set sessions = c.sessions + excluded.sessions;
  return null;
end $$;

-- At commit, where writers queue anyway for their notices: a counter is locked for no longer than that.
create constraint trigger session_counts
  after insert or delete or update of project_id, photographer_id, status, released_status, removed_at on sessions
  deferrable initially deferred for each row execute function count_sessions();

insert into session_counts (project_id, photographer_id, status, released_status, sessions)
select project_id, photographer_id, status, coalesce(released_status, ''), count(*) from sessions where removed_at is null group by 1, 2, 3, 4;

-- The words that are searched, in lower case once instead of at every comparison (a common word is counted four times as fast).
alter table sessions add column searched text generated always as (lower(notes)) stored;
drop index sessions_notes_words;
create index sessions_searched on sessions using gin (searched gin_trgm_ops) where removed_at is null;

create or replace view sessions_present as
select s.id, s.project_id, s.site_id, s.photographer_id, s.capture_date, s.scheduled_date, s.phase, s.status, s.notes,
  s.drone_images_url, s.indoor_images_url, s.video_url, s.tour360_url, s.orthomosaic_url,
  s.deliverable_package_url, s.raw_files_url, s.report_url,
  s.reviewed_by, s.reviewed_at, s.review_notes, s.rejection_reason,
  s.record_id, s.released_record_id is not null as released, s.created_at, s.updated_at, s.searched
from sessions s
where s.removed_at is null;

-- The same rows as before; as a left join the record is only fetched when a column of it is asked for, so that walking a
-- client's sessions by date stays in the index.
create or replace view sessions_released as
select s.id, s.project_id, r.site_id, r.photographer_id, s.released_capture_date as capture_date, r.scheduled_date, r.phase,
  s.released_status as status, r.notes,
  r.drone_images_url, r.indoor_images_url, r.video_url, r.tour360_url, r.orthomosaic_url,
  r.deliverable_package_url, r.raw_files_url, r.report_url,
  s.released_by as reviewed_by, s.released_at as reviewed_at, null::text as review_notes, null::text as rejection_reason,
  s.released_record_id as record_id, true as released, s.created_at, s.released_at as updated_at, lower(r.notes) as searched
from sessions s
left join session_records r on r.id = s.released_record_id
where s.removed_at is null and s.released_record_id is not null;

-- Sorted by date within one status, and by phase: without them a status or phase that few sessions have walks all of them.
create index sessions_of_status_by_date on sessions (status, capture_date desc, id desc) where removed_at is null;
create index sessions_of_phase on sessions (phase, created_at desc, id desc) where removed_at is null;
-- The few released sessions whose present content is not what clients read; of all others a search may use the words of the present.
create index sessions_revised on sessions (project_id)
  where removed_at is null and released_record_id is not null and status in ('pending', 'rejected');
