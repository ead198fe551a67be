-- What all servers count together. Unlogged: what a crash of the database loses is counted anew.

-- How often somebody did something in the window that is open. Who: a person's number, or an address.
create unlogged table rate_counts (
  kind text not null check (length(kind) between 1 and 50),
  who text not null check (length(who) between 1 and 200),
  until timestamptz not null,
  calls integer not null,
  primary key (kind, who)
);
create index rate_counts_by_end on rate_counts (until);

-- Open event streams of share links, each leased by its server for a minute at a time: those of a server that died end by themselves.
create unlogged table guest_streams (
  id uuid primary key,
  link_id integer not null,
  address text not null check (length(address) between 1 and 200),
  until timestamptz not null
);
create index guest_streams_of_address on guest_streams (link_id, address);
create index guest_streams_by_end on guest_streams (until);
