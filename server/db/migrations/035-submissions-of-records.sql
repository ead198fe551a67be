-- When what a record is about was handed in: of a session whose files travelled when all of them were there, which no record says. A decision is
-- measured from it. Null of records that were made before; those count from the record of their submission.

alter table session_records add column submitted_at timestamptz;
