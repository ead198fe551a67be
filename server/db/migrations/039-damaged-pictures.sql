-- Pictures of which only a part can be drawn, found when they were decoded; in the version of their bytes.

create table damaged_pictures (
  file text not null,
  version text not null,
  found_at timestamptz not null default now(),
  primary key (file, version)
);
