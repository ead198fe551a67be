-- How often each setting was written: together they say which state of the settings an edit was made from.
alter table settings add column version integer not null default 1;
