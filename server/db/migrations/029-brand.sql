-- The company's logo as it is shown; which version is the present one stands in the settings.

create table brand_logos (
  version text primary key,
  image bytea not null,
  created_at timestamptz not null default now()
);
