-- How long the audit log is kept (behaviour §30). It stays append-only: nobody changes an entry, and one goes only when it is older than a year,
-- in a transaction that says that it removes what has expired.

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();

create function refuse_audit_removal() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('topout.removes_expired', true), '') = 'yes' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_keeps_entries before delete on audit_log
  for each row execute function refuse_audit_removal();
