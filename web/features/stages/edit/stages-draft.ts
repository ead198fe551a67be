// What the dialog of a list holds while somebody types: text everywhere, turned into the body of the call at the end.
import type { Stage, StageList } from '#contract/stages/endpoints.ts';
import { stageTemplate } from '#contract/stages/template.ts';
import { readWeight, weightNumber } from '#web/features/stages/weights.ts';
import type { FormState } from '#web/lib/forms/use-draft-form.ts';

/** `viewpointId` is '' for a picture in words. */
export type WantedDraft = { text: string; viewpointId: string };
export type StageDraft = {
  /** Null: it is new. */
  id: number | null;
  name: string;
  plannedOn: string;
  weight: string;
  criteria: { id: number | null; text: string }[];
  wanted: WantedDraft[];
};
export type StagesDraft = { stages: StageDraft[] };

export const newStage: StageDraft = { id: null, name: '', plannedOn: '', weight: '', criteria: [], wanted: [] };

/** Of a list that nobody made yet; the server makes it under this one. */
const firstVersion = 1;

export function draftOf({ id, name, plannedOn, weight, criteria, wanted }: Stage): StageDraft {
  return {
    id,
    name,
    plannedOn: plannedOn ?? '',
    weight: weight === null ? '' : weightNumber(weight),
    criteria: criteria.map(({ id: number, text }) => ({ id: number, text })),
    wanted: wanted.map(({ text, viewpoint }) => ({
      text: text ?? '',
      viewpointId: viewpoint ? String(viewpoint.id) : '',
    })),
  };
}

/** Dropped stages are no part of the list. */
export function stateOf({ stages, version }: Pick<StageList, 'stages' | 'version'>): FormState<StagesDraft> {
  return { version, values: { stages: stages.filter(({ dropped }) => !dropped).map(draftOf) } };
}

export function fromTemplate(): StageDraft[] {
  return stageTemplate.map(({ name, criteria, wanted }) => ({
    ...newStage,
    name,
    criteria: criteria.map((text) => ({ id: null, text })),
    wanted: wanted.map((text) => ({ text, viewpointId: '' })),
  }));
}

/** What the dialog opens with; a list that begins with the template counts as typed only once something is changed. */
export function initialOf(stages: readonly Stage[], withTemplate: boolean): FormState<StagesDraft> {
  const version = stages[0]?.version ?? firstVersion;
  return withTemplate ? { version, values: { stages: fromTemplate() } } : stateOf({ stages: [...stages], version });
}

export function toBody({ stages }: StagesDraft, siteId: number | null) {
  return {
    siteId,
    stages: stages.map(({ id, name, plannedOn, weight, criteria, wanted }) => ({
      id,
      name,
      plannedOn: plannedOn || null,
      weight: readWeight(weight),
      criteria: criteria.map(({ id: number, text }) => ({ id: number, text })),
      wanted: wanted.map(({ text, viewpointId }) =>
        viewpointId === '' ? { text, viewpointId: null } : { text: null, viewpointId: Number(viewpointId) },
      ),
    })),
  };
}
