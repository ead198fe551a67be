// One viewpoint: its picture at one date, large, and a ruler to go through all visits; or two dates compared.
import { Camera, ChevronLeft, ChevronRight } from 'lucide-react';
import {
  getViewpoint,
  type Viewpoint,
  type ViewpointWithPictures,
  viewpoints,
} from '#contract/viewpoints/endpoints.ts';
import { ShareButton } from '#web/features/sharing/share-button.tsx';
import { numberedName, viewpointPath } from '#web/features/viewpoints/viewpoint-labels.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { stageClass } from './stage.tsx';
import { ViewpointViewer } from './viewpoint-viewer.tsx';

export function ViewpointPage({ params }: { params: Record<string, string> }) {
  const found = useApiQuery(getViewpoint, { params: { id: Number(params.viewpointId) } });
  const home = `/projects/${params.id}?tab=viewpoints`;
  if (found.data) return <LoadedViewpoint viewpoint={found.data} />;
  return (
    <div className="page pictures-first">
      <PageHeader title="Viewpoint" back={{ href: home, label: 'Viewpoints' }} />
      {found.error ? (
        <LoadFailure query={found} what="viewpoint" back={{ href: home, label: 'All viewpoints' }} />
      ) : (
        <Skeleton className={stageClass} />
      )}
    </div>
  );
}

function LoadedViewpoint({ viewpoint }: { viewpoint: ViewpointWithPictures }) {
  const { projectId, projectName, site, pictures, retired } = viewpoint;
  const place = site ? `${projectName} · ${site.name}` : projectName;
  return (
    <div className="page pictures-first pb-8">
      <PageHeader
        title={numberedName(viewpoint)}
        subtitle={place}
        badge={retired && <Badge>Retired</Badge>}
        back={{ href: `/projects/${projectId}?tab=viewpoints`, label: `${place} · Viewpoints` }}
        actions={<Ways viewpoint={viewpoint} />}
      />
      {pictures.length > 0 ? (
        // Each has a place to look at of its own, and pictures of its own to keep.
        <ViewpointViewer key={viewpoint.id} viewpoint={viewpoint} ways={<Ways viewpoint={viewpoint} />} />
      ) : (
        <EmptyState icon={Camera} title="No pictures yet">
          The next visit submitted for this place brings the first one.
        </EmptyState>
      )}
    </div>
  );
}

/** Beside the title; on small screens, where the picture comes first, below it. */
function Ways({ viewpoint }: { viewpoint: ViewpointWithPictures }) {
  const { id, name, projectId, projectName } = viewpoint;
  return (
    <>
      <Neighbours viewpoint={viewpoint} />
      <ShareButton subject={{ scope: 'viewpoint', projectId, viewpointId: id, name: `${name}, ${projectName}` }} />
    </>
  );
}

/** The viewpoints before and after it, in the order of the site. */
function Neighbours({ viewpoint }: { viewpoint: Viewpoint }) {
  const { projectId, site } = viewpoint;
  const ofProject = useApiQuery(viewpoints, { params: { id: projectId }, query: { limit: 500 } });
  // Of a project with more than that those of the site.
  const isLong = typeof ofProject.data?.next === 'string' && site !== null;
  const ofSite = useApiQuery(
    viewpoints,
    { params: { id: projectId }, query: { siteId: site?.id, limit: 500 } },
    { enabled: isLong },
  );
  const { data } = isLong ? ofSite : ofProject;
  const rows = data?.rows.filter((each) => each.site?.id === site?.id && !each.retired) ?? [];
  const at = rows.findIndex(({ id }) => id === viewpoint.id);
  const [before, after] = at < 0 ? [] : [rows[at - 1], rows[at + 1]];
  if (!before && !after) return null;
  return (
    <nav aria-label="Viewpoints" className="flex min-w-0 flex-wrap gap-2">
      {before && (
        <LinkButton href={viewpointPath(before)} icon={ChevronLeft} className="min-w-0">
          <span className="sr-only">Previous: </span>
          <span className="max-w-40 truncate">{numberedName(before)}</span>
        </LinkButton>
      )}
      {after && (
        <LinkButton href={viewpointPath(after)} icon={ChevronRight} className="min-w-0">
          <span className="sr-only">Next: </span>
          <span className="max-w-40 truncate">{numberedName(after)}</span>
        </LinkButton>
      )}
    </nav>
  );
}
