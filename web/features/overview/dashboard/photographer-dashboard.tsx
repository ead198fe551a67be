// The photographer's dashboard: four figures, the newest sessions, what has to be revised, and a few habits that help.

import {
  Camera,
  CircleCheck,
  CircleX,
  Clock,
  FolderKanban,
  Images,
  Lightbulb,
  Plus,
  TriangleAlert,
} from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { dashboardStats } from '#contract/overview/endpoints.ts';
import { type PlannedVisit, plannedVisits } from '#contract/planned-visits/endpoints.ts';
import { type Project, projects } from '#contract/projects/endpoints.ts';
import { sessions } from '#contract/sessions/endpoints.ts';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Card, StatCard } from '#web/ui/display/card.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { MySessions } from './my-sessions.tsx';
import { Needs } from './needs.tsx';
import { OpenDisputes } from './open-disputes.tsx';
import { RecentProjects } from './rows.tsx';
import { QuickLinks, Stats } from './section.tsx';

const CreateSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/create-session-dialog.tsx'),
  'CreateSessionDialog',
);

const PlannedForYou = lazySection(() => import('./planned-for-you.tsx'), 'PlannedForYou', null);

// The rejected sessions that wait for their photographer longest, within 'Action Required' (behaviour §24).
const maxCameBack = 3;

/** Its room is that of `rejected`, so that nothing moves when the rows come. */
function CameBack({ rejected }: { rejected: number }) {
  const query = { status: 'rejected' as const, sort: 'submittedAt' as const, limit: maxCameBack };
  const { data } = useInfiniteList(sessions, { query });
  const lines = Math.min(rejected, maxCameBack);
  return (
    <ul className="order-last grid w-full grid-cols-1 gap-1" style={{ minHeight: `${lines * 1.5}rem` }}>
      {data?.rows.slice(0, lines).map((session) => (
        <li key={session.id} className="leading-6">
          <Link href={`/sessions/${session.id}`} className="touch-target flex min-w-0 items-center underline">
            <span className="shrink-0 whitespace-pre">{formatDate(dayOf(session))} · </span>
            <MiddleName name={`${session.project.name}, ${siteLabel(session)}`} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const tips = [
  'Upload media to external platforms first',
  'Include detailed session notes',
  'Submit for admin review',
  'Address feedback quickly',
];

export function PhotographerDashboard() {
  const stats = useApiQuery(dashboardStats, {});
  const { open, dialogs } = useDialogs({
    create: (control) => <CreateSessionDialog {...control} />,
    planned: (control, { projectId, site }: PlannedVisit) => (
      <CreateSessionDialog {...control} projectId={projectId} siteId={site?.id} />
    ),
  });
  const known = stats.data?.sessions;
  const create = () => open('create');
  return (
    <div className="page pb-8">
      <PageHeader
        title="Photographer Dashboard"
        subtitle="Capture and submit construction progress sessions"
        actions={
          <Button variant="primary" icon={Plus} onClick={create} onPointerEnter={CreateSessionDialog.preload}>
            New Session
          </Button>
        }
      />
      <Needs />
      <Stats query={stats}>
        <StatCard label="Total Sessions" figure={known?.total} icon={Camera} href="/sessions" />
        <StatCard label="Pending Review" figure={known?.pending} icon={Clock} href="/sessions?status=pending" />
        <StatCard label="Approved" figure={known?.approved} icon={CircleCheck} href="/sessions?status=approved" />
        <StatCard label="Needs Revision" figure={known?.rejected} icon={CircleX} href="/sessions?status=rejected" />
      </Stats>
      <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-4">
          {known !== undefined && known.rejected > 0 && <ActionRequired rejected={known.rejected} />}
          <MySessions onCreate={create} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <QuickLinks
            title="Quick Actions"
            links={[
              { label: 'New Progress Session', icon: Plus, onSelect: create },
              { label: 'View My Sessions', icon: Images, href: '/sessions' },
              { label: 'Active Projects', icon: FolderKanban, href: '/projects' },
            ]}
          />
          <Planned onSubmit={(visit) => open('planned', visit)} />
          <OpenDisputes />
          <CapturedProjects />
          <WorkflowTips />
        </div>
      </div>
      {dialogs}
    </div>
  );
}

/** Nothing where nothing is planned; its room is there before its code. */
function Planned({ onSubmit }: { onSubmit: (visit: PlannedVisit) => void }) {
  const list = useInfiniteList(plannedVisits, { query: { limit: 5 } });
  const { data } = list;
  if (!data || data.rows.length === 0) return null;
  return (
    <div id="planned" className="scroll-mt-20" style={{ minHeight: `${3 + data.rows.length * 7}rem` }}>
      <PlannedForYou list={{ ...list, data }} onSubmit={onSubmit} />
    </div>
  );
}

function ActionRequired({ rejected }: { rejected: number }) {
  return (
    <section
      aria-labelledby="action-required"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-red-soft p-4 text-red-ink sm:px-5"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="action-required" className="font-semibold">
          Action Required
        </h2>
        <p>You have {rejected} session(s) that need revision</p>
      </div>
      <LinkButton href="/sessions?status=rejected">Review Feedback</LinkButton>
      <CameBack rejected={rejected} />
    </section>
  );
}

/** Behaviour §10.3. */
const maxProjects = 2;

function CapturedProjects() {
  const { data, error, isFetching, refetch } = useApiQuery(projects, { query: { limit: 500 } });
  return (
    <RecentProjects
      list={{ data: data && { rows: recentProjects(data.rows, maxProjects) }, error, isFetching, refetch }}
      max={maxProjects}
      empty={<p className="px-4 py-6 text-center text-muted sm:px-5">No recent activity</p>}
      facts={({ sessionCount, lastCaptureDate }) => [
        count(sessionCount, 'session'),
        `Last session ${formatDate(lastCaptureDate ?? '')}`,
      ]}
    />
  );
}

function WorkflowTips() {
  return (
    <Card as="section" padded aria-labelledby="workflow-tips">
      <h2 id="workflow-tips" className="flex items-center gap-2 font-semibold">
        <Lightbulb aria-hidden="true" className="size-4 text-muted" />
        Workflow Tips
      </h2>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-muted marker:text-faint">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Card>
  );
}

// Which projects a dashboard calls recent.
type Visited = Pick<Project, 'id' | 'lastCaptureDate' | 'sessionCount'>;

/** Projects that have sessions, the most recent capture date first (behaviour §10.3); of one day the newer project first. */
export function recentProjects<P extends Visited>(projects: readonly P[], max: number): P[] {
  return projects
    .filter(({ sessionCount, lastCaptureDate }) => sessionCount > 0 && lastCaptureDate !== null)
    .toSorted((a, b) => byDay(b, a) || b.id - a.id)
    .slice(0, max);
}

/** Days are yyyy-mm-dd, so their order is that of the text. */
function byDay(a: Visited, b: Visited): number {
  const [one, other] = [a.lastCaptureDate ?? '', b.lastCaptureDate ?? ''];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
