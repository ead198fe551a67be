// 'Share' of a comparison: exactly the pictures that are shown, with their view (behaviour §16.1).

import { getSession } from '#contract/sessions/endpoints.ts';
import type { SharedView } from '#contract/sharing/endpoints.ts';
import { ShareButton, type ShareSubject } from '#web/features/sharing/share-button.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { ComparisonState } from '#web/media/linked/comparison-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import { noOffset, readView, wholePhoto } from '#web/media/linked/photo-view.ts';
import { comparableAs, type Side, useSides, type Visit } from '#web/media/linked/sides.ts';
import { orderedPair, visitOf } from './comparison-sessions.tsx';

type ShareComparisonProps = { ids: readonly number[]; state: ComparisonState };

/** Makes the same requests as the comparison, so that nothing is fetched twice. Visits of two projects cannot be shared. */
export function ShareComparison({ ids: [one = 0, other = 0], ...rest }: ShareComparisonProps) {
  const first = useApiQuery(getSession, { params: { id: one } }, { keep: true });
  const second = useApiQuery(getSession, { params: { id: other } }, { keep: true });
  if (!first.data || !second.data) return null;
  const pair = orderedPair([first.data, second.data]);
  const { projectId, project } = pair[0];
  if (pair[1].projectId !== projectId) return null;
  const visits = {
    left: visitOf(pair[0], { index: 1, isOfOne: true }),
    right: visitOf(pair[1], { index: 2, isOfOne: true }),
  };
  return <ShareShown {...rest} projectId={projectId} name={project.name} visits={visits} />;
}

type Shown = { projectId: number; name: string; state: ComparisonState };

function ShareShown({ visits, ...rest }: Shown & { visits: Pair<Visit> }) {
  const sides = useSides(visits, rest.state);
  return <ShareButton subject={comparisonSubject(sides, rest)} />;
}

/** For videos, maps and tours only the two visits: a guest's page cannot show such a pair. */
function comparisonSubject({ left, right }: Pair<Side>, { projectId, name, state }: Shown): ShareSubject {
  const both = {
    scope: 'comparison' as const,
    projectId,
    sessionId: left.visit.id,
    otherSessionId: right.visit.id,
    name: `Comparison, ${name}`,
  };
  const kind = comparableAs(left.content, right.content);
  const isShown = (kind === 'photo' || kind === 'panorama') && left.item && right.item && left.kind && right.kind;
  if (!isShown || !left.item || !right.item || !left.kind || !right.kind) return both;
  const pictures = [
    { mediaKind: left.kind, item: left.item.id },
    { mediaKind: right.kind, item: right.item.id },
  ];
  return { ...both, pictures, view: viewOf(state, kind) };
}

/** Blink becomes a blend that begins with the visible picture; the direction in a panorama is not shared. */
function viewOf(
  { mode, at, fade, shown, view, shift, unaligned }: ComparisonState,
  kind: 'photo' | 'panorama',
): SharedView {
  const blink = shown === 'left' ? 0 : 100;
  const ways = {
    side: { mode: 'side', at: 50 },
    swipe: { mode: 'swipe', at },
    fade: { mode: 'fade', at: fade },
    blink: { mode: 'fade', at: blink },
  } as const;
  const isPhoto = kind === 'photo';
  return {
    ...ways[mode],
    part: isPhoto ? readView(view, wholePhoto) : wholePhoto,
    shift: isPhoto ? readView(shift, noOffset) : noOffset,
    aligned: !unaligned,
  };
}
