-- Searching finds letters with and without their marks: 'olajumoke' finds 'Ọlájùmọ̀kẹ́'. What is searched often is stored folded.

-- Small letters without marks, of Hausa's and Europe's letters that are none with a mark as well. `toFolded` of the server says the same.
create function search_fold(written text) returns text
language sql immutable strict parallel safe
return translate(
  regexp_replace(lower(normalize(written, NFKD)), '[\u0300-\u036f\u200b-\u200f\u2060\ufeff]', '', 'g'),
  'øłđɓɗƙƴıŋœæß', 'oldbdkyinoas');

alter table sessions add column folded text generated always as (search_fold(notes)) stored;
alter table session_records add column folded text generated always as (search_fold(notes)) stored;
create or replace view sessions_present as
select s.id, s.project_id, s.site_id, s.photographer_id, s.capture_date, s.scheduled_date, s.phase, s.status, s.notes,
  s.drone_images_url, s.indoor_images_url, s.video_url, s.tour360_url, s.orthomosaic_url,
  s.deliverable_package_url, s.raw_files_url, s.report_url,
  s.reviewed_by, s.reviewed_at, s.review_notes, s.rejection_reason,
  s.record_id, s.released_record_id is not null as released, s.created_at, s.updated_at, s.searched,
  case when h.record_id = s.record_id then h.broken end as broken_links, s.submitted_at, s.told, s.folded
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
  null::jsonb as broken_links, s.created_at as submitted_at, null::text[] as told, r.folded
from sessions s
left join session_records r on r.id = s.released_record_id
where s.removed_at is null and s.released_record_id is not null;

create index sessions_folded on sessions using gin (folded gin_trgm_ops) where removed_at is null;
create index disputes_reason_folded on disputes using gin (search_fold(reason) gin_trgm_ops);
create index dispute_messages_folded on dispute_messages using gin (search_fold(message) gin_trgm_ops) where message_type = 'comment';
