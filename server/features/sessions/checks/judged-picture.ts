// A picture with everything stored about it, for the checks; and the checks' wording about such pictures. Pure.

import type { MediaKind } from '#contract/media/endpoints.ts';
import type { CheckName } from '#contract/sessions/checks.ts';
import type { Check } from '#contract/sessions/checks-routes.ts';
import type { Look } from '#server/media/analysis/look.ts';

export type JudgedPicture = {
  mediaKind: MediaKind;
  file: string;
  version: string;
  name: string;
  /** By the camera's own clock, yyyy-mm-ddThh:mm:ss. */
  capturedAt: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Null: it could not be analysed. */
  look: Look | null;
};

export type Finding = Omit<Check, 'pictures'> & { pictures: JudgedPicture[] };

export function fits(name: CheckName, evidence: string): Finding {
  return { name, verdict: 'fits', evidence, pictures: [] };
}

export function differs(name: CheckName, evidence: string, pictures: JudgedPicture[] = []): Finding {
  return { name, verdict: 'differs', evidence, pictures };
}

export function notChecked(name: CheckName, evidence: string): Finding {
  return { name, verdict: 'notChecked', evidence, pictures: [] };
}
