// Stages of the works, and the marks that people give them by name (behaviour §31).
import { get, list, post, put } from '#contract/core/endpoint.ts';
import type { StageMark } from '#contract/policy.ts';
import type { stageRoutes } from './routes.ts';

export type { GivenMark, Stage, StageList, StagePicture, StageProgress, StageWithMarks } from './routes.ts';

/** In the order in which they are given; each needs the one before. */
export const markKinds = ['claimed', 'seen', 'confirmed', 'acknowledged'] as const satisfies readonly StageMark[];
export type MarkKind = StageMark;

/** What a mark does: it gives its kind, refuses to confirm, or takes back one that was given. */
export const markActs = ['given', 'refused', 'taken_back'] as const;
export type MarkAct = (typeof markActs)[number];

/** As what somebody gave a mark. */
export const markGivers = ['crew', 'admin', 'checker', 'client', 'guest'] as const;
export type MarkGiver = (typeof markGivers)[number];

export const markKindLabels: Record<MarkKind, string> = {
  claimed: 'Claimed',
  seen: 'Seen',
  confirmed: 'Confirmed',
  acknowledged: 'Acknowledged',
};

export const maxStages = 60;
export const maxCriteria = 8;
export const maxWanted = 12;
/** Of one criterion in one mark. */
export const maxPictures = 6;

/** Weights are whole hundredths of a per cent, so that sums are exact. */
export const wholeWeight = 10_000;

const readTopics = ['stages', 'sessions', 'projects', 'users', 'settings'] as const;

/** Of a whole project, list by list: the project's own, then those of its sites. */
export const stages = list<typeof stageRoutes.stages>('/api/projects/:id/stages', {
  topics: readTopics,
  row: 'project',
});

export const getStage = get<typeof stageRoutes.getStage>('/api/stages/:id', { topics: readTopics, row: 'stage' });

/** Replaces the list of a project or of one of its sites. */
export const editStages = put<typeof stageRoutes.editStages>('/api/projects/:id/stages', {
  topics: ['stages'],
  row: 'project',
  idempotencyKey: true,
});

export const markStage = post<typeof stageRoutes.markStage>('/api/stages/:id/marks', {
  status: 201,
  topics: ['stages', 'notifications'],
  row: 'stage',
  idempotencyKey: true,
});
