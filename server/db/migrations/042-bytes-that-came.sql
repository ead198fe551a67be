-- Part of a file stays on the disk when nothing more of it comes: its project's quota counts these bytes, and no longer the whole.
alter table upload_files add column came bigint;
