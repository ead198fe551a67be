// One stage: its criteria beside the pictures that show them, all marks that were ever given, and what one may do now.

import { getStage, type StageWithMarks } from '#contract/stages/endpoints.ts';
import { PackButton } from '#web/features/sharing/pack-button.tsx';
import { Dates } from '#web/features/stages/stage-line.tsx';
import { listName } from '#web/features/stages/stage-words.ts';
import { weightWords } from '#web/features/stages/weights.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonText } from '#web/ui/display/skeleton.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { StageActions } from './stage-actions.tsx';
import { StageCriteria } from './stage-criteria.tsx';
import { StageHistory } from './stage-history.tsx';
import { StageState } from './stage-state.tsx';

const projects = { href: '/projects', label: 'All projects' };

export function StagePage({ params }: { params: Record<string, string> }) {
  const found = useApiQuery(getStage, { params: { id: Number(params.id) } });
  if (found.data) return <LoadedStage stage={found.data} />;
  return (
    <div className="page">
      <PageHeader title="Stage" back={{ href: '/projects', label: 'Projects' }} />
      {found.error ? (
        <LoadFailure query={found} what="stage" back={projects} />
      ) : (
        <div className="grid gap-4">
          <Skeleton className="h-24 rounded-card" />
          <SkeletonText lines={6} />
        </div>
      )}
    </div>
  );
}

function LoadedStage({ stage }: { stage: StageWithMarks }) {
  const { projectId, projectName, site, name, weight, dropped } = stage;
  const place = site ? `${projectName} · ${listName(site)}` : projectName;
  return (
    <div className="page lg:pb-8">
      <PageHeader
        title={name}
        subtitle={
          <>
            {weight !== null && <p className="tabular-nums">{weightWords(weight)} of the works</p>}
            <Dates stage={stage} />
          </>
        }
        badge={dropped && <Badge>Dropped</Badge>}
        actions={<PackButton project={{ id: projectId, name: projectName }} />}
        back={{ href: `/projects/${projectId}?tab=stages`, label: `${place} · Stages` }}
      />
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-6">
        <StageState stage={stage} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <StageCriteria stage={stage} />
          <StageHistory stage={stage} />
        </div>
        <StageActions stage={stage} />
      </div>
    </div>
  );
}
