-- The types of notices are named once, in the contract; the database only keeps out what is no word, so that a new notice needs no migration.

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type ~ '^[a-z]+(_[a-z]+)*$');
