-- What pictures are recognised by when they are submitted again: hashes of each, which visits show it, and what was found.

-- Once for each version of a file's bytes. All null: there is nothing to recognise in it, or it could not be read.
create table picture_hashes (
  id bigint generated always as identity primary key,
  file text not null,
  version text not null,
  name text not null,
  -- of the picture as it is, then of what remains where some of its sides are cut
  windows bit(256)[],
  -- of its mirror image
  mirrored bit(256),
  unique (file, version),
  check (num_nulls(windows, mirrored) in (0, 2))
);

-- The pictures that visits show. Everything of the company is searched by `hash`, the first one of its windows: so it stands in a narrow row.
create table visit_hashes (
  session_id integer not null references sessions,
  picture_id bigint not null references picture_hashes,
  media_kind text not null,
  hash bit(256),
  -- when the visit had it first: at its submission, or when it was found there later
  seen_at timestamptz not null,
  -- when it was compared with pictures of other visits; null: not yet
  searched_at timestamptz,
  primary key (session_id, picture_id)
);
create index visit_hashes_of_picture on visit_hashes (picture_id);

-- A picture of a visit that is the same as one that another visit had before.
create table borrowed_pictures (
  session_id integer not null,
  picture_id bigint not null,
  known_session_id integer not null,
  known_picture_id bigint not null,
  mirrored boolean not null,
  -- share of the earlier picture that it shows, how well small parts of both agree, and by how many degrees it is turned
  covered double precision not null,
  likeness double precision not null,
  degrees double precision not null,
  found_at timestamptz not null default now(),
  primary key (session_id, picture_id),
  foreign key (session_id, picture_id) references visit_hashes on delete cascade,
  foreign key (known_session_id, known_picture_id) references visit_hashes on delete cascade
);
create index borrowed_pictures_of_known on borrowed_pictures (known_session_id, known_picture_id);

-- Not `hashed`: its pictures have no hashes yet, as those of before there were any.
alter table visit_checks add column hashed boolean not null default false;
