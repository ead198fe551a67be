-- The sums of the company are added up from `session_counts` again and remembered by the server until a topic changes
-- (docs/decisions/021): a table, five functions and four triggers for a millisecond after a write were not worth their keep.

drop trigger totals on sessions;
drop trigger totals on session_counts;
drop trigger totals on projects;
drop trigger totals on users;
drop function total_days(), total_counts(), total_projects(), total_users(), move_total(text, text, text, integer, integer);
drop table totals;
