-- Which state of an account, a project or a membership somebody read: an edit names it, and is refused when it is no longer the present one.
-- A project's also counts the changes of its sites and members.

alter table users add column version integer not null default 1;
alter table projects add column version integer not null default 1;
alter table project_users add column version integer not null default 1;
