// Who was notified of a decision, for the crew: up to two names, otherwise shortened with a button for all of them.
import { useState } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { count, listed } from '#web/lib/format/format.ts';
import { ShowAll } from '#web/ui/display/clamped-text.tsx';

/** Comes after the word for the decision. */
export function NotifiedNames({ names }: { names: readonly string[] | null }) {
  const [all, setAll] = useState(false);
  const [first, ...others] = names ?? [];
  if (!first) return null;
  const isLong = others.length > 1;
  const who = isLong && !all ? [first, count(others.length, 'other')] : [first, ...others];
  return (
    <>
      {` · ${listed(who)} ${others.length > 0 ? 'were' : 'was'} notified `}
      {isLong && <ShowAll what="the names" all={all} onChange={setAll} />}
    </>
  );
}

/** For rows, cards and entries of sessions; a session that waits (again) has none. */
export function NotifiedLine({
  session: { status, notifiedNames },
}: {
  session: Pick<Session, 'status' | 'notifiedNames'>;
}) {
  if (!notifiedNames?.length) return null;
  return (
    <p className="wrap-anywhere text-muted text-sm">
      {status === 'rejected' ? 'Rejected' : 'Approved'}
      <NotifiedNames names={notifiedNames} />
    </p>
  );
}
