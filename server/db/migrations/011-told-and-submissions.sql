-- Two things about decisions and submissions. First: who was told of a decision, by the names that they had; with the session while it stands,
-- as reviewer and reason are, and in its record for good. Null of decisions that were made before.

alter table sessions add column told text[];
alter table session_records add column told text[];

create or replace view sessions_present as
select s.id, s.project_id, s.site_id, s.photographer_id, s.capture_date, s.scheduled_date, s.phase, s.status, s.notes,
  s.drone_images_url, s.indoor_images_url, s.video_url, s.tour360_url, s.orthomosaic_url,
  s.deliverable_package_url, s.raw_files_url, s.report_url,
  s.reviewed_by, s.reviewed_at, s.review_notes, s.rejection_reason,
  s.record_id, s.released_record_id is not null as released, s.created_at, s.updated_at, s.searched,
  case when h.record_id = s.record_id then h.broken end as broken_links, s.submitted_at, s.told
from sessions s
left join link_health h on h.session_id = s.id
where s.removed_at is null;

-- Clients learn of no other reader.
create or replace view sessions_released as
select s.id, s.project_id, r.site_id, r.photographer_id, s.released_capture_date as capture_date, r.scheduled_date, r.phase,
  s.released_status as status, r.notes,
  r.drone_images_url, r.indoor_images_url, r.video_url, r.tour360_url, r.orthomosaic_url,
  r.deliverable_package_url, r.raw_files_url, r.report_url,
  s.released_by as reviewed_by, s.released_at as reviewed_at, null::text as review_notes, null::text as rejection_reason,
  s.released_record_id as record_id, true as released, s.created_at, s.released_at as updated_at, lower(r.notes) as searched,
  null::jsonb as broken_links, s.created_at as submitted_at, null::text[] as told
from sessions s
left join session_records r on r.id = s.released_record_id
where s.removed_at is null and s.released_record_id is not null;

-- `sort=submittedAt` whatever the status: without it a page of 100,000 sessions sorts all of them (half a second, with it 0.1 ms).
create index sessions_by_submission on sessions (submitted_at, id) where removed_at is null;
