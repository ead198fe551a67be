-- What the product knows of the media behind links: which links died, and which files were released with a record.

create table link_health (
  session_id integer primary key references sessions on delete cascade,
  -- The content whose links these are; of any other content nothing is known yet.
  record_id bigint not null,
  -- By field of the session: {"state": "ok" | "broken" | "unknown", "reason": sentence or null, "since": instant}.
  findings jsonb not null,
  -- [{"field", "reason"}] of the broken ones; null where there are none, which is what lists read of nearly every session.
  broken jsonb,
  checked_at timestamptz not null default now()
);
create index link_health_by_age on link_health (checked_at);

-- A join to at most one row by its key: it is dropped where a count or a filter does not ask for it, and costs a page one look-up per row.
create or replace view sessions_present as
select s.id, s.project_id, s.site_id, s.photographer_id, s.capture_date, s.scheduled_date, s.phase, s.status, s.notes,
  s.drone_images_url, s.indoor_images_url, s.video_url, s.tour360_url, s.orthomosaic_url,
  s.deliverable_package_url, s.raw_files_url, s.report_url,
  s.reviewed_by, s.reviewed_at, s.review_notes, s.rejection_reason,
  s.record_id, s.released_record_id is not null as released, s.created_at, s.updated_at, s.searched,
  case when h.record_id = s.record_id then h.broken end as broken_links
from sessions s
left join link_health h on h.session_id = s.id
where s.removed_at is null;

-- Clients are not told: others mend it.
create or replace view sessions_released as
select s.id, s.project_id, r.site_id, r.photographer_id, s.released_capture_date as capture_date, r.scheduled_date, r.phase,
  s.released_status as status, r.notes,
  r.drone_images_url, r.indoor_images_url, r.video_url, r.tour360_url, r.orthomosaic_url,
  r.deliverable_package_url, r.raw_files_url, r.report_url,
  s.released_by as reviewed_by, s.released_at as reviewed_at, null::text as review_notes, null::text as rejection_reason,
  s.released_record_id as record_id, true as released, s.created_at, s.released_at as updated_at, lower(r.notes) as searched,
  null::jsonb as broken_links
from sessions s
left join session_records r on r.id = s.released_record_id
where s.removed_at is null and s.released_record_id is not null;

-- Which files lay in the folders of a record when it was released: clients are shown no others (docs/decisions/013).
create table released_media (
  record_id bigint primary key,
  -- By tab the ids of its folder's files; a tab that is not named here is shown as it is.
  items jsonb not null,
  -- False while a folder could not be listed: it is tried again.
  complete boolean not null,
  tried_at timestamptz not null default now()
);
create index released_media_missing on released_media (tried_at) where not complete;
