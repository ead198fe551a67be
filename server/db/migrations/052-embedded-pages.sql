-- The sites, as origins, on which the page of a link may be embedded; none: nowhere.
alter table share_links add column embed_sites text[] not null default '{}';
-- The page offers to write to whoever shared it, which shows their e-mail address.
alter table share_links add column questions boolean not null default false;
