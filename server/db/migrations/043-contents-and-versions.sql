-- Whether any row still names a content is asked at each removal.
create index upload_files_by_content on upload_files (sha256) where sha256 is not null;
-- Under which version a file went where it lay before it moved between folder and bucket: what is known of it goes on holding. Null: it never moved.
alter table upload_files add column version text;
