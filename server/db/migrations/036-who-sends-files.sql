-- Whoever may edit a session adds files to its upload: each file is sent by whoever announced it, and known again by what it holds.

-- Null: the uploader of its upload, as it was before.
alter table upload_files add column sender_id integer references users;
-- What its device computed of its first and last bytes and its last change; null: it did not say.
alter table upload_files add column sent_print text;
