-- Which sessions a project ever had: what a deliverable over its folders holds back is asked of those that moved away too.
create index session_records_of_project on session_records (project_id);
