// Why a session is sent back, which pictures are meant, and what changed since (behaviour §22).
import { get, put } from '#contract/core/endpoint.ts';
import type { reasonRoutes, rejectionRoutes } from './rejection-routes.ts';

export type {
  FieldChange,
  FlaggedPicture,
  SavedReasons,
  SessionChanges,
  SessionFlags,
  TabChanges,
} from './rejection-routes.ts';

export const reasonCodes = [
  'privateLink',
  'wrongSite',
  'wrongDate',
  'otherVisit',
  'blurred',
  'tooFew',
  'missingViewpoint',
  'privacy',
  'other',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export const reasonLabels: Record<ReasonCode, string> = {
  privateLink: 'Private link',
  wrongSite: 'Wrong site',
  wrongDate: 'Wrong date',
  otherVisit: 'Picture of another visit',
  blurred: 'Blurred',
  tooFew: 'Too few',
  missingViewpoint: 'Missing viewpoint',
  privacy: 'Privacy',
  other: 'Other',
};

/** `other` is always offered and says nothing by itself: whoever chooses it writes words. */
export const editableReasons = reasonCodes.filter((code) => code !== 'other');
export type EditableReason = Exclude<ReasonCode, 'other'>;

/** What its photographer reads of a reason, and whether it is offered. */
export type ReasonSetting = { sentence: string; enabled: boolean };
export type ReasonSettings = Record<EditableReason, ReasonSetting>;

const offered = (sentence: string): ReasonSetting => ({ sentence, enabled: true });

export const defaultReasons: ReasonSettings = {
  privateLink: offered('A link cannot be opened by others: please share it with everybody who has the link.'),
  wrongSite: offered('The pictures show another site.'),
  wrongDate: offered('The capture date does not fit the pictures.'),
  otherVisit: offered('Pictures were submitted with another visit before.'),
  blurred: offered('Pictures are blurred.'),
  tooFew: offered('There are too few pictures.'),
  missingViewpoint: offered('A viewpoint is missing.'),
  privacy: offered('Pictures show somebody or something that must not be seen.'),
};

/** The sentence that the photographer reads: the reasons in the order of their table, then the words. Null where nothing is said. */
export function composeRejection(
  reasons: readonly ReasonCode[],
  words: string | null | undefined,
  settings: ReasonSettings,
): string | null {
  const sentences = editableReasons.filter((code) => reasons.includes(code)).map((code) => settings[code].sentence);
  const said = [...sentences, words?.trim() ?? ''].filter((part) => part !== '');
  return said.length > 0 ? said.join(' ') : null;
}

/** Pictures of one rejection. */
export const maxFlags = 50;
/** Of a reason's sentence, a flag's note and its answer. */
export const maxLine = 300;

const readTopics = ['sessions', 'projects', 'users'] as const;

export const sessionFlags = get<typeof rejectionRoutes.sessionFlags>('/api/sessions/:id/flags', {
  topics: readTopics,
  row: 'session',
});

export const formerPicture = get<typeof rejectionRoutes.formerPicture>('/api/sessions/:id/former/:kind/:item/:size', {
  row: 'session',
});

export const sessionChanges = get<typeof rejectionRoutes.sessionChanges>('/api/sessions/:id/changes', {
  topics: readTopics,
  row: 'session',
});

// The calls of the company's reasons for sending sessions back; what they are stands in rejection.ts.
export const rejectionReasons = get<typeof reasonRoutes.rejectionReasons>('/api/settings/rejection-reasons', {
  topics: ['settings'],
});

export const editRejectionReasons = put<typeof reasonRoutes.editRejectionReasons>('/api/settings/rejection-reasons', {
  topics: ['settings'],
  idempotencyKey: true,
});
