-- A company of the size in the temporary table `size`; needs empty tables. The same size gives the same rows, seen from the same moment.

-- From 0 to sides - 1, depending on these numbers alone.
create function pg_temp.dice(what bigint, seed bigint, sides bigint) returns integer language sql immutable
return ((hashint8extended(what, seed) & 1073741823) % sides)::integer;

create function pg_temp.pick(list text[], at integer) returns text language sql immutable
return list[1 + at % cardinality(list)];

-- Ids are dense: admins, photographers, clients. The first of each kind is the one whose view is measured.
insert into users (id, username, password, email, first_name, last_name, role, created_at) overriding system value
select u.id, u.role || case when u.nth = 1 then '' else u.nth::text end, size.password, u.role || u.nth || '@example.org',
  pg_temp.pick('{Ada,Tunde,Ngozi,Musa,Ifeoma,Amaka,Bola,Chidi,Hauwa,Fatima,Emeka,Kunle,Zainab,Segun,Uche,Yemi}', pg_temp.dice(u.id, 1, 16)),
  pg_temp.pick('{Obi,Bakare,Eze,Danjuma,Okonkwo,Okafor,Adekunle,Nwosu,Bello,Sani,Ibe,Adeyemi,Lawal,Ojo,Etim,Pam}', pg_temp.dice(u.id, 2, 16)),
  u.role, size.today - interval '3 years'
from size cross join lateral (
  select i as id, 'admin' as role, i as nth from generate_series(1, admins) i
  union all select admins + i, 'photographer', i from generate_series(1, photographers) i
  union all select admins + photographers + i, 'client', i from generate_series(1, clients) i) u;

-- Three of each client, every fourth without sites.
insert into projects (id, name, description, status, client_id, created_by, created_at, updated_at) overriding system value
select j,
  pg_temp.pick('{Lekki,Ikoyi,Marina,Yaba,Epe,Enugu,Ibadan,Gwarinpa,Abeokuta,Kano,Jos,Calabar}', pg_temp.dice(j, 3, 12)) || ' '
    || pg_temp.pick('{Palm Residences,Heights,Terraces,Logistics Park,Offices,Cold Store,Student Lodge,Duplexes}', pg_temp.dice(j, 4, 8))
    || ' ' || j,
  'Documented visit by visit.',
  case when pg_temp.dice(j, 5, 10) < 7 then 'active' when pg_temp.dice(j, 5, 10) < 9 then 'completed' else 'on_hold' end,
  admins + photographers + 1 + (j - 1) % clients, 1, today - interval '3 years' + j * interval '1 minute', today - interval '1 year'
from size, generate_series(1, projects) j;

-- A crew of one per project; the measured photographer only comes along to single visits.
create temporary table crew on commit drop as
select j as project_id, admins + 2 + pg_temp.dice(j, 6, photographers - 1) as photographer_id from size, generate_series(1, projects) j;

insert into sites (id, project_id, photographer_id, name, location, created_at, updated_at) overriding system value
select row_number() over (order by c.project_id, k), c.project_id, c.photographer_id, 'Block ' || chr(64 + k), 'Plot ' || k || ', Lagos',
  today - interval '3 years', today - interval '1 year'
from size, crew c, generate_series(1, c.project_id % 4) k;

-- Without statistics the planner assumes ten rows, and then joins in loops.
create temporary table plots on commit drop as
select project_id, photographer_id, array(select id from sites where project_id = c.project_id order by id) as sites from crew c;
analyze plots, users, projects, sites;

insert into project_users (project_id, user_id, role, created_at)
select j, admins + photographers + 2 + pg_temp.dice(j, 7, clients - 1), pg_temp.pick('{viewer,contributor,admin}', pg_temp.dice(j, 8, 3)), today - interval '2 years'
from size, generate_series(1, projects) j where clients > 1 and j % 2 = 0;
insert into project_users (project_id, user_id, role, created_at)
select j, admins + 1, 'contributor', today - interval '2 years' from size, generate_series(1, least(projects, 3)) j;

-- Oldest first, the newest of now: every week of three years has its share. Fresh ones wait, old ones are through.
create temporary table visits on commit drop as
select v.*, c.project_id, c.sites[1 + pg_temp.dice(v.id, 13, greatest(1, cardinality(c.sites)))] as site_id,
  case when v.hundredth then admins + 1 else c.photographer_id end as photographer_id,
  case when v.at > today - interval '14 days' and v.luck < 50 then 'pending'
    when v.luck < 2 then 'pending' when v.luck < 8 then 'rejected' when v.luck < 13 then 'revised' when v.luck < 55 then 'approved'
    else 'completed' end as life,
  4 * v.id - 3 as record_id
from size
cross join lateral (
  select i as id, today - (sessions - i) * (interval '1095 days' / sessions) - pg_temp.dice(i, 10, 36000000) * interval '100 microseconds' as at,
    pg_temp.dice(i, 11, 100) as luck, i % least(100, sessions) = least(50, sessions / 2) as hundredth
  from generate_series(1, sessions) i) v
join plots c on c.project_id = case when v.hundredth then 1 + v.id / 100 % greatest(3, projects / 20) else 1 + pg_temp.dice(v.id, 12, projects) end;
analyze visits;

-- 'concrete' stands in about three of ten notes, 'caisson' in one of five thousand.
create temporary table written on commit drop as
select v.id, (v.at - interval '6 hours')::date as capture_date,
  pg_temp.pick('{foundation,framing,roofing,electrical,plumbing,finishing,other,NULL}', pg_temp.dice(v.id, 20, 8)) as phase,
  case when pg_temp.dice(v.id, 21, 10) > 0 then concat_ws(' ',
    pg_temp.pick(array['Weather clear, light wind from the lagoon.', 'Overcast all morning, flew between two showers.',
      'Site closed for lunch while we recorded.', 'Gate opened late, started with the interiors.', 'Full crew present.',
      'Access from the north only, crane in the way.', 'Battery changed twice.'], pg_temp.dice(v.id, 22, 7)),
    pg_temp.pick(array['Slab of the third floor was poured, concrete still curing.', 'Concrete columns of the east wing stripped.',
      'Blockwork up to sill level on two sides.', 'Roof trusses set, sheeting starts on Monday.', 'Conduits chased in flats 4 to 9.',
      'First fix of the plumbing is done, walls still open.', 'Tiling of the bathrooms half done.', 'Windows of the front delivered and stacked.',
      'Scaffold comes down next week.'], pg_temp.dice(v.id, 23, 9)),
    pg_temp.pick(array['Rebar deliveries are late.', 'Concrete test cubes taken.', 'Drainage trench open along the road.',
      'Formwork carpenters asked for the drawings.', 'Neighbours complain about dust.', 'Fence moved by two metres.',
      'Generator hall still empty.', 'Paint samples on the stair wall.', 'Lift shaft plumb, measured with the total station.',
      'Nothing unusual.'], pg_temp.dice(v.id, 24, 10)),
    case when pg_temp.dice(v.id, 25, 5000) = 0 or v.id = 7 then 'Water in the caisson again.' end) end as notes,
  case when pg_temp.dice(v.id, 26, 10) > 1 then 'https://drive.google.com/drive/folders/' || md5('drone' || v.id) end as drone_images_url,
  case when pg_temp.dice(v.id, 27, 10) > 4 then 'https://drive.google.com/drive/folders/' || md5('indoor' || v.id) end as indoor_images_url,
  case when pg_temp.dice(v.id, 28, 10) > 6 then 'https://www.youtube.com/watch?v=' || left(md5('film' || v.id), 11) end as video_url
from visits v;
analyze written;

-- All at once instead of one by one, which takes a minute; migration 002 counts what it finds with the same statement.
alter table sessions disable trigger session_counts;
set local gin_pending_list_limit = '1GB';
insert into sessions (id, project_id, site_id, photographer_id, capture_date, phase, notes, drone_images_url, indoor_images_url, video_url,
  status, reviewed_by, reviewed_at, rejection_reason, record_id, released_record_id, released_status, released_by, released_at,
  released_capture_date, created_at, updated_at, submitted_at) overriding system value
select v.id, v.project_id, v.site_id, v.photographer_id, w.capture_date, w.phase, w.notes, w.drone_images_url, w.indoor_images_url, w.video_url,
  case when v.life = 'revised' then 'pending' else v.life end,
  case when v.life not in ('pending', 'revised') then 1 + v.id % admins end, case when v.life not in ('pending', 'revised') then v.at + interval '9 hours' end,
  case when v.life = 'rejected' then 'Please record the stair core again, the pictures are blurred.' end,
  v.record_id + case when v.life = 'revised' then 2 else 0 end,
  case when released then v.record_id end, case when v.life = 'completed' then 'completed' when released then 'approved' end,
  case when released then 1 + v.id % admins end, case when released then v.at + interval '9 hours' end, case when released then w.capture_date end,
  v.at, v.at + interval '9 hours', v.at
from size cross join visits v join written w using (id) cross join lateral (select v.life in ('approved', 'completed', 'revised') as released) r
order by v.id;
alter table sessions enable trigger session_counts;
insert into session_counts (project_id, photographer_id, status, released_status, sessions)
select project_id, photographer_id, status, coalesce(released_status, ''), count(*) from sessions group by 1, 2, 3, 4;

-- A life is three records at most: submitted, reviewed, and closed or changed.
insert into session_records (id, session_id, action, from_status, to_status, by_id, by_name, at, project_id, project_name, site_id, site_name,
  photographer_id, photographer_name, capture_date, phase, notes, drone_images_url, indoor_images_url, video_url, rejection_reason,
  released_record_id) overriding system value
select v.record_id + r.nth, v.id, r.action, r.was, r.becomes, b.id, b.first_name || ' ' || b.last_name, v.at + r.nth * interval '9 hours', v.project_id,
  p.name, v.site_id, si.name, v.photographer_id, u.first_name || ' ' || u.last_name, w.capture_date, w.phase, w.notes, w.drone_images_url,
  w.indoor_images_url, w.video_url, case when r.action = 'rejected' then 'Please record the stair core again, the pictures are blurred.' end,
  case when r.action = 'approved' then v.record_id end
from size cross join visits v join written w using (id)
join projects p on p.id = v.project_id left join sites si on si.id = v.site_id
cross join lateral (values
  (0, 'created', null, 'pending', true), (1, 'rejected', 'pending', 'rejected', v.life = 'rejected'),
  (1, 'approved', 'pending', 'approved', v.life in ('approved', 'completed', 'revised')),
  (2, 'completed', 'approved', 'completed', v.life = 'completed'), (2, 'edited', 'approved', 'pending', v.life = 'revised')
) r (nth, action, was, becomes, happened)
join users u on u.id = v.photographer_id
join users b on b.id = case when r.action in ('created', 'edited') then v.photographer_id else 1 + v.id % admins end
where r.happened order by 1;

-- One concern in fifty released sessions, each with an answer.
insert into disputes (session_id, client_id, reason, status, priority, created_at, updated_at)
select v.id, p.client_id, 'The drainage on the east side does not look as agreed.',
  pg_temp.pick('{resolved,closed,open,resolved,in_progress}', pg_temp.dice(v.id, 31, 5)), pg_temp.pick('{low,medium,high}', pg_temp.dice(v.id, 32, 3)),
  v.at + interval '2 days', v.at + interval '3 days'
from visits v join projects p on p.id = v.project_id where v.life in ('approved', 'completed') and pg_temp.dice(v.id, 30, 50) = 0 order by v.id;
insert into dispute_messages (dispute_id, user_id, message, created_at)
select d.id, s.photographer_id, 'Recorded again from two sides, see the newest visit.', d.created_at + interval '1 day'
from disputes d join sessions s on s.id = d.session_id;

insert into notifications (user_id, title, message, type, is_read, related_session_id, created_at)
select a.id, 'Session submitted', 'Session #' || v.id || ' waits for review.', 'session_submitted', v.id < sessions - 20, v.id, v.at
from size, visits v, users a where a.role = 'admin' and v.id > sessions - 2000
union all
select v.photographer_id, 'Session approved', 'Session #' || v.id || ' has been approved.', 'session_approved', v.id < sessions - 200, v.id, v.at + interval '9 hours'
from size, visits v where v.life in ('approved', 'completed') and v.id > sessions - 20000;

select setval(pg_get_serial_sequence(name, 'id'), greatest(most, 1)) from (values
  ('users', (select max(id) from users)), ('projects', (select max(id) from projects)), ('sites', (select max(id) from sites)),
  ('sessions', (select max(id) from sessions)), ('session_records', (select max(id) from session_records))) s (name, most);
