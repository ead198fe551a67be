-- Since which day visits of a project are asked to show their code; null: they are not.
alter table projects add column visit_codes_from date;
