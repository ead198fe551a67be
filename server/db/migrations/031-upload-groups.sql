-- Folders that were chosen whole: what the device calls where a file lay, and the group that the server makes of it.

alter table upload_files add column sent_folder text not null default '', add column folder text not null default '';
drop index upload_files_names;
create unique index upload_files_names on upload_files (upload_id, lower(folder), lower(name)) where state <> 'refused';
