// The comparison for everybody who sees a project: from its page, with its first and its latest visit chosen.
import { Camera } from 'lucide-react';
import { useLocation } from 'wouter';
import { getProject } from '#contract/projects/endpoints.ts';
import { sessions } from '#contract/sessions/endpoints.ts';
import { isGone } from '#web/lib/api/api-error.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { comparisonParams } from '#web/media/linked/comparison-params.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Comparison, ComparisonSkeleton } from './comparison.tsx';
import { firstAndLatest, maxSelected } from './progress-params.ts';

const ShareComparison = lazySection(() => import('./share-comparison.tsx'), 'ShareComparison', null);

const shape = { ...comparisonParams, compare: param.ids(maxSelected), pin: param.id() };

export function ComparePage({ params }: { params: Record<string, string> }) {
  const id = Number(params.id);
  const [state, setState] = useSearchParams(shape);
  const [, navigate] = useLocation();
  const project = useApiQuery(getProject, { params: { id } });
  const chosen = useChosen(id, state.compare);
  const home = `/projects/${id}`;
  const share = chosen.ids.length === maxSelected && <ShareComparison ids={chosen.ids} state={state} />;
  if (isGone(project.error)) {
    return (
      <div className="page">
        <PageHeader title="Visual Comparison" back={{ href: '/projects', label: 'Projects' }} />
        <LoadFailure query={project} what="project" back={{ href: '/projects', label: 'All projects' }} />
      </div>
    );
  }
  return (
    <div className="page pictures-first pb-8">
      <PageHeader
        title="Visual Comparison"
        subtitle={project.data?.name}
        back={{ href: home, label: project.data?.name ?? 'Project' }}
        actions={share}
      />
      {chosen.failed && <QueryError query={chosen.failed} />}
      {chosen.waiting && <ComparisonSkeleton />}
      {chosen.ids.length === maxSelected && (
        <Comparison
          selected={chosen.ids}
          state={state}
          pin={state.pin}
          share={share}
          setState={setState}
          onSelect={(compare) => setState({ compare }, 'push')}
          onClear={() => navigate(home)}
          onChoose={() => navigate(home)}
        />
      )}
      {chosen.tooFew && (
        <EmptyState
          icon={Camera}
          title="Nothing to compare yet"
          action={<LinkButton href={home}>Open project</LinkButton>}
        >
          A comparison needs two sessions of this project.
        </EmptyState>
      )}
    </div>
  );
}

/** What the address names, else the first and the latest visit of the site that was visited last. */
function useChosen(projectId: number, named: readonly number[]) {
  const missing = named.length < maxSelected;
  const query = { projectId, sort: 'captureDate' as const, limit: 500 };
  const list = useApiQuery(sessions, { query }, { enabled: missing });
  const ids = missing ? firstAndLatest(list.data?.rows ?? []) : named;
  return {
    ids,
    waiting: missing && list.isPending,
    failed: list.error && !list.data && list,
    tooFew: missing && list.data !== undefined && ids.length < maxSelected,
  };
}
