// How large a ZIP of pictures becomes, and where it is.
import type { DownloadablePicture, DownloadSize } from '#contract/sharing/endpoints.ts';

export function bytesOf(pictures: readonly DownloadablePicture[], size: DownloadSize): number {
  return pictures.reduce((sum, { bytes }) => sum + bytes[size], 0);
}

/** `chosen`: null for all of them. */
export function zipUrl(sessionId: number, size: DownloadSize, chosen: readonly string[] | null): string {
  const pictures = chosen === null ? '' : `&pictures=${chosen.join(',')}`;
  return `/api/sessions/${sessionId}/pictures.zip?size=${size}${pictures}`;
}
