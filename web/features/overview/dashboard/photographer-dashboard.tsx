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
import { dashboardStats } from '#contract/overview/dashboard.ts';
import { projects } from '#contract/projects/endpoints.ts';
import { CreateSessionDialog } from '#web/features/sessions/page/lazy-dialogs.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count, formatDate } from '#web/lib/format/format.ts';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { StatCard } from '#web/ui/display/stat-card.tsx';
import { CameBack } from './came-back.tsx';
import { MySessions } from './my-sessions.tsx';
import { OpenDisputes } from './open-disputes.tsx';
import { RecentProjects } from './project-row.tsx';
import { QuickLinks } from './quick-links.tsx';
import { recentProjects } from './recent-projects.ts';
import { Stats } from './stats.tsx';

const tips = [
  'Upload media to external platforms first',
  'Include detailed session notes',
  'Submit for admin review',
  'Address feedback quickly',
];

export function PhotographerDashboard() {
  const stats = useApiQuery(dashboardStats, {});
  const { open, dialogs } = useDialogs({ create: (control) => <CreateSessionDialog {...control} /> });
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
          <OpenDisputes />
          <CapturedProjects />
          <WorkflowTips />
        </div>
      </div>
      {dialogs}
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
