// Which pictures of a viewpoint come before a visit's own.
import { maxIdsInQuery } from '#contract/sessions/endpoints.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';

/** Oldest first, as many of the newest as can be asked for at once. */
export function beforeOf<P extends Pick<ViewpointPicture, 'sessionId'>>(
  pictures: readonly P[],
  sessionId: number,
): P[] {
  const at = pictures.findIndex((picture) => picture.sessionId === sessionId);
  return pictures.slice(Math.max(0, at - maxIdsInQuery), Math.max(0, at));
}
