// The rejected sessions that wait for their photographer longest, within 'Action Required' (behaviour §24).
import { Link } from 'wouter';
import { sessions } from '#contract/sessions/endpoints.ts';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { formatDate } from '#web/lib/format/format.ts';

const maxCameBack = 3;

/** Its room is that of `rejected`, so that nothing moves when the rows come. */
export function CameBack({ rejected }: { rejected: number }) {
  const query = { status: 'rejected' as const, sort: 'submittedAt' as const, limit: maxCameBack };
  const { data } = useInfiniteList(sessions, { query });
  const lines = Math.min(rejected, maxCameBack);
  return (
    <ul className="order-last grid w-full gap-1" style={{ minHeight: `${lines * 1.5}rem` }}>
      {data?.rows.slice(0, lines).map((session) => (
        <li key={session.id} className="truncate leading-6">
          <Link href={`/sessions/${session.id}`} className="touch-target underline">
            {formatDate(dayOf(session))} · {session.project.name}, {siteLabel(session)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
