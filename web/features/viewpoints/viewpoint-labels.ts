// How a viewpoint, its pictures and how they came are called on screen.
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Placement, Viewpoint } from '#contract/viewpoints/endpoints.ts';

// The tabs of a session whose pictures may be viewpoints.
export const viewpointTabs = ['drone', 'indoor', 'tour360'] as const satisfies readonly MediaKind[];
export type ViewpointTab = (typeof viewpointTabs)[number];

export const placementLabels: Record<Placement, string> = {
  hand: 'Placed by hand',
  name: 'Found by its file name',
  position: 'Found by its position',
  picture: 'Found by similarity',
};

export function viewpointPath({ projectId, id }: Pick<Viewpoint, 'projectId' | 'id'>): string {
  return `/projects/${projectId}/viewpoints/${id}`;
}

/** '3 North-east corner'. */
export function numberedName({ position, name }: Pick<Viewpoint, 'position' | 'name'>): string {
  return `${position} ${name}`;
}

/** Why a viewpoint may be the one. */
export const placementReasons: Record<Placement, string> = {
  hand: 'chosen by hand',
  name: 'same name',
  position: 'same position',
  picture: 'looks alike',
};
