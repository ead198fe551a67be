-- Each tab has a lease of its own: of one person's two the other goes on looking when one is closed.
alter table presence drop constraint presence_pkey;
alter table presence add column tab text not null default '';
alter table presence add primary key (session_id, user_id, tab);
