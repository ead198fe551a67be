-- A link may be for one report, of a session or of a period; and a comparison keeps how its two pictures were looked at.

alter table share_links
  -- Of a session's report how many pictures it holds; of a period's its days and viewpoints.
  add column report jsonb,
  -- How the two pictures of a comparison were shown: side by side or over each other, and which part of them.
  add column view jsonb,
  drop constraint share_links_scope_check,
  drop constraint share_links_check,
  add constraint share_links_scope_check check (scope in ('project', 'session', 'viewpoint', 'comparison', 'report')),
  add constraint share_links_session_check check ((session_id is not null) = (scope in ('session', 'comparison')) or scope = 'report'),
  add constraint share_links_report_check check ((report is not null) = (scope = 'report')),
  add constraint share_links_view_check check (view is null or pictures is not null);
