// The tabs of a session whose pictures may be viewpoints.
import type { MediaKind } from '#contract/media/endpoints.ts';

export const viewpointTabs = ['drone', 'indoor', 'tour360'] as const satisfies readonly MediaKind[];
export type ViewpointTab = (typeof viewpointTabs)[number];
