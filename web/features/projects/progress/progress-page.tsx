// What a client comes for: their projects, the released sessions, and two of them side by side.
import { Columns2 } from 'lucide-react';
import { classNames } from '#web/lib/format/class-names.ts';
import { useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { OwnProjects } from './own-projects.tsx';
import { isComparing, progressParams, tabs, withComparisonToggled, withoutFilters } from './progress-params.ts';
import { ProjectOverview } from './project-overview.tsx';

const ProgressSessions = lazySection(() => import('./progress-sessions.tsx'), 'ProgressSessions');
const ProgressLinks = lazySection(
  () => import('./progress-links.tsx'),
  'ProgressLinks',
  <Skeleton className="touch-target h-9 w-60" />,
);
const ShareComparison = lazySection(() => import('./share-comparison.tsx'), 'ShareComparison', null);
const Comparison = lazySection(() => import('./comparison.tsx'), 'Comparison');

const labels = {
  overview: 'Project Overview',
  sessions: 'Progress Sessions',
  comparison: 'Visual Comparison',
} as const;

export function ProgressPage() {
  const [state, setState] = useSearchParams(progressParams);
  const comparing = isComparing(state);
  const showsPair = state.tab === 'comparison' && state.compare.length > 1;
  const share = showsPair && <ShareComparison ids={state.compare} state={state} />;
  return (
    <div className={classNames('page pb-8', showsPair ? 'pictures-first' : 'picture-near')}>
      <PageHeader
        title="Project Progress"
        subtitle="See how your building sites grow, visit by visit"
        actions={
          <>
            <ProgressLinks onSessions={() => setState({ tab: 'sessions' })} />
            <Button
              icon={Columns2}
              variant={comparing ? 'primary' : 'secondary'}
              aria-pressed={comparing}
              onClick={() => setState(withComparisonToggled(state))}
            >
              Compare Sessions
            </Button>
            {share}
          </>
        }
      />
      {state.tab === 'overview' && <OwnProjects />}
      <Tabs
        label="Project Progress"
        value={state.tab}
        onValueChange={(value) => setState({ tab: tabs.find((tab) => tab === value) })}
        tabs={tabs.map((value) => ({ value, label: labels[value] }))}
      >
        <TabPanel value="overview">
          <ProjectOverview
            onView={(projectId) => setState({ tab: 'sessions', projectId, siteId: undefined }, 'push')}
          />
        </TabPanel>
        <TabPanel value="sessions">
          <ProgressSessions state={state} setState={setState} />
        </TabPanel>
        <TabPanel value="comparison">
          <Comparison
            selected={state.compare}
            state={state}
            setState={setState}
            share={share}
            onSelect={(compare) => setState({ compare }, 'push')}
            onClear={() => setState({ compare: [], ...withoutFilters })}
            onChoose={() => setState({ tab: 'sessions', comparing: true }, 'push')}
          />
        </TabPanel>
      </Tabs>
    </div>
  );
}
