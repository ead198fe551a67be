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

-- At most one picture of a visit each. A hand may also say that a visit has none: then `file` is null, and no machine fills it.
create table viewpoint_pictures (
  viewpoint_id integer not null references viewpoints,
  session_id integer not null references sessions,
  media_kind text not null,
  -- the session's link behind which the file was found: a session that links elsewhere now has no such picture
  link text,
  file text,
  file_version text,
  file_name text,
  placed_by text not null check (placed_by in ('hand', 'name', 'position', 'picture')),
  placed_by_id integer references users,
  placed_at timestamptz not null default now(),
  primary key (viewpoint_id, session_id),
  check (file is not null or placed_by = 'hand')
);
create index viewpoint_pictures_of_session on viewpoint_pictures (session_id);

-- Pictures that a person must place: no viewpoint leads clearly.
create table viewpoint_proposals (
  session_id integer not null references sessions,
  file text not null,
  media_kind text not null,
  candidates jsonb not null,
  primary key (session_id, file)
);

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
  read_at timestamptz not null default now(),
  primary key (file, version)
);

-- `matrix`: 3 x 3 row by row, on shares of width and height, from the older picture to the newer one; null where it was refused.
create table alignments (
  older_file text not null,
  older_version text not null,
  newer_file text not null,
  newer_version text not null,
  by_hand boolean not null,
  matrix double precision[],
  inliers integer not null default 0,
  yaw double precision,
  marks jsonb,
  saved_by integer references users,
  computed_at timestamptz not null default now(),
  primary key (older_file, older_version, newer_file, newer_version, by_hand)
);
