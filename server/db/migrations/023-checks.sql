-- What is told of a visit by itself: where a site lies, which pictures a visit showed when it was looked at, and how each of them looks.

alter table sites
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint sites_place_check check (num_nulls(latitude, longitude) in (0, 2));

-- Of the links that it had then: a visit that links elsewhere by now has to be looked at again. Not `looked`: its pictures were only counted,
-- as one that a later visit is compared with.
create table visit_checks (
  session_id integer primary key references sessions,
  links jsonb not null,
  pictures jsonb not null,
  looked boolean not null,
  checked_at timestamptz not null default now()
);

-- Once for each version of its bytes. All null: it could not be read as a picture.
create table picture_looks (
  file text not null,
  version text not null,
  sharpness double precision,
  brightness double precision,
  dark double precision,
  print bytea,
  looked_at timestamptz not null default now(),
  primary key (file, version),
  check (num_nulls(sharpness, brightness, dark, print) in (0, 4))
);
