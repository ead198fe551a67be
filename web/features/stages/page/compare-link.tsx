// Below a picture of a criterion: the way to the same viewpoint in the stage before, both compared.
import { Columns2 } from 'lucide-react';
import { Link } from 'wouter';
import { getStage, type StagePicture, type StageWithMarks, stages } from '#contract/stages/endpoints.ts';
import { getViewpoint, sessionViewpoints, type ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { listsOf, standingMarks } from '#web/features/stages/stage-words.ts';
import { nameOfVisit } from '#web/features/viewpoints/page/use-dates.ts';
import { viewpointPath } from '#web/features/viewpoints/viewpoint-labels.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';

type CompareLinkProps = { picture: StagePicture; stage: StageWithMarks };

export function CompareLink({ picture, stage }: CompareLinkProps) {
  const former = useStageBefore(stage);
  const visits = former ? visitsOf(former) : [];
  const ofVisit = useApiQuery(sessionViewpoints, { params: { id: picture.sessionId } }, { enabled: visits.length > 0 });
  const shows = ofVisit.data?.viewpoints.find((viewpoint) => viewpoint.picture?.item.id === picture.item);
  const viewpoint = useApiQuery(getViewpoint, { params: { id: shows?.id ?? 0 } }, { enabled: shows !== undefined });
  const pair = viewpoint.data && pairOf(viewpoint.data.pictures, picture, visits);
  if (!former || !viewpoint.data || !pair) return null;
  const query = new URLSearchParams({ ...pair, mode: 'swipe' });
  return (
    <Link
      href={`${viewpointPath(viewpoint.data)}?${query}`}
      className="touch-target inline-flex items-center gap-1.5 rounded-control text-sm underline"
    >
      <Columns2 aria-hidden="true" className="size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">Compare with ‘{former.name}’</span>
    </Link>
  );
}

/** The stage before it in its list; undefined for the first, and until it is known. */
function useStageBefore({ id, projectId, site }: StageWithMarks): StageWithMarks | undefined {
  const found = useApiQuery(stages, { params: { id: projectId }, query: { limit: 500 } });
  const list = listsOf(found.data?.rows ?? []).find((one) => one.site?.id === site?.id)?.stages ?? [];
  const before = list[list.findIndex((one) => one.id === id) - 1];
  return useApiQuery(getStage, { params: { id: before?.id ?? 0 } }, { enabled: before !== undefined }).data;
}

/** The visits by which a stage was marked, as far as its marks stand. */
function visitsOf(stage: StageWithMarks): number[] {
  const standing = new Set(standingMarks(stage).map(({ id }) => id));
  return stage.marks
    .filter(({ id }) => standing.has(id))
    .flatMap(({ session, criteria }) => [
      ...(session ? [session.id] : []),
      ...criteria.flatMap(({ pictures }) => pictures.map(({ sessionId }) => sessionId)),
    ]);
}

/** The picture with the newest one of the same viewpoint among those visits, as the viewpoint's address names them. */
export function pairOf(
  pictures: readonly Pick<ViewpointPicture, 'sessionId' | 'captureDate'>[],
  { sessionId }: Pick<StagePicture, 'sessionId'>,
  visits: readonly number[],
): { date: string; compare: string } | undefined {
  const own = pictures.find((one) => one.sessionId === sessionId);
  const other = pictures.findLast((one) => one.sessionId !== sessionId && visits.includes(one.sessionId));
  return own && other && { date: nameOfVisit(own, pictures), compare: nameOfVisit(other, pictures) };
}
