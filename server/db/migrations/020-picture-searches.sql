-- Up to which viewpoint of its place the pictures of a visit were looked at. A visit whose place has a newer one, or that has no row, is looked at
-- when it is quiet: those of before there were viewpoints among them.

create table picture_searches (
  session_id integer primary key references sessions,
  -- the newest one there was; 0 where there was none
  viewpoint_id integer not null
);
