// What needs its reader, above everything else of a dashboard; nothing where nothing does (behaviour §10.12).
import { CalendarPlus, ClipboardCheck, Eye, MessagesSquare, RotateCcw, TriangleAlert } from 'lucide-react';
import { type Needs as Found, needs } from '#contract/overview/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { type QuickLink, QuickLinks } from './section.tsx';

/** Each leads to where it is done; what is late comes before what is due. */
export function needRows({ review, overdue, claims, stuck, rejected, visits }: Found): QuickLink[] {
  const rows: [number, QuickLink][] = [
    [
      overdue,
      {
        label: `${count(overdue, 'concern')} overdue for an answer`,
        icon: MessagesSquare,
        href: '/concerns?sort=dueAt',
      },
    ],
    [
      visits.late,
      { label: `${count(visits.late, 'planned visit')} overdue`, icon: CalendarPlus, href: '/dashboard#planned' },
    ],
    [
      visits.today,
      { label: `${count(visits.today, 'planned visit')} due today`, icon: CalendarPlus, href: '/dashboard#planned' },
    ],
    [
      rejected,
      { label: `${count(rejected, 'session')} to revise`, icon: RotateCcw, href: '/sessions?status=rejected' },
    ],
    [review, { label: `${count(review, 'session')} to review`, icon: ClipboardCheck, href: '/approvals' }],
    [
      claims.count,
      { label: `${count(claims.count, 'claimed stage')} to be seen`, icon: Eye, href: `/stages/${claims.first}` },
    ],
    [
      stuck.count,
      {
        label: `${count(stuck.count, 'session')} with a stuck upload`,
        icon: TriangleAlert,
        href: `/sessions/${stuck.first}`,
      },
    ],
  ];
  return rows.filter(([number]) => number > 0).map(([, row]) => row);
}

export function Needs() {
  const { data } = useApiQuery(needs, {});
  const rows = data ? needRows(data) : [];
  if (rows.length === 0) return null;
  return (
    <div className="mb-4">
      <QuickLinks title="Needs you" links={rows} />
    </div>
  );
}
