-- Viewpoints: named camera positions of a site, the picture that each visit has of them, what pictures say of themselves, and how two of them
-- lie over each other. Files are named by provider and id, their bytes by version: a file that is replaced is looked at anew.

create table viewpoints (
  id integer generated always as identity primary key,
  project_id integer not null references projects,
  -- null: of a project without sites
  site_id integer references sites,
  kind text not null check (kind in ('photo', 'panorama')),
  name text not null,
  position integer not null check (position > 0),
  retired_at timestamptz,
  version integer not null default 1,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index viewpoints_of_project on viewpoints (project_id, site_id, position, id);

-- The picture that a visit has of a viewpoint. A row counts while the session links there: one that links elsewhere now has no such picture, and
-- what was released with the former link stays. A hand may also say that a visit has none: then `file` is null, and no machine fills it.
create table viewpoint_pictures (
  id bigint generated always as identity primary key,
  viewpoint_id integer not null references viewpoints,
  session_id integer not null references sessions,
  media_kind text not null,
  -- the session's link behind which the file was found
  link text not null,
  file text,
  file_version text,
  file_name text,
  placed_by text not null check (placed_by in ('hand', 'name', 'position', 'picture')),
  placed_by_id integer references users,
  placed_at timestamptz not null default now(),
  check (file is not null or placed_by = 'hand'),
  check (num_nulls(file, file_version, file_name) in (0, 3))
);
-- At most one each, and each picture for one viewpoint; by digest, as both may be longer than an index takes.
create unique index viewpoint_pictures_once on viewpoint_pictures (viewpoint_id, session_id, media_kind, md5(link));
create unique index viewpoint_pictures_of_session on viewpoint_pictures (session_id, media_kind, md5(link), md5(file));

-- Pictures that a person must place: no viewpoint leads clearly.
create table viewpoint_proposals (
  id bigint generated always as identity primary key,
  session_id integer not null references sessions,
  media_kind text not null,
  link text not null,
  file text not null,
  file_version text not null,
  file_name text not null,
  candidates jsonb not null
);
create index viewpoint_proposals_of_session on viewpoint_proposals (session_id);

-- What a picture's own header says, read once for each version of its bytes.
create table picture_details (
  file text not null,
  version text not null,
  -- the camera's own clock, without a zone
  captured_at text,
  latitude double precision,
  longitude double precision,
  altitude double precision,
  -- degrees clockwise from north, and above the horizon
  heading double precision,
  pitch double precision,
  camera text,
  width integer,
  height integer,
  panorama boolean,
  -- of a partial panorama: its part of the whole sphere, in shares
  crop jsonb,
  read_at timestamptz not null default now(),
  primary key (file, version)
);

-- `matrix`: 3 x 3 row by row, on shares of width and height, from the older picture to the newer one; null where it was refused.
-- `links`: of how many alignments it is composed, 1 for a direct one. Not `settled`: the direct way was refused, ways around were not tried.
create table alignments (
  older_file text not null,
  older_version text not null,
  newer_file text not null,
  newer_version text not null,
  by_hand boolean not null,
  matrix double precision[],
  inliers integer not null default 0,
  links integer not null default 1,
  settled boolean not null default true,
  yaw double precision,
  marks jsonb,
  saved_by integer references users,
  computed_at timestamptz not null default now(),
  primary key (older_file, older_version, newer_file, newer_version, by_hand)
);
