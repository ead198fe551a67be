-- Room in a project is held by files that are there or on their way: of one without a byte only for an hour after anything of its upload.

-- When its first byte came; of files that were announced before, when this was added.
alter table upload_files add column begun_at timestamptz default now();
alter table upload_files alter column begun_at drop default;
