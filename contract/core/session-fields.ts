// The fields that the crew writes down about a visit, described once: schemas, columns, records, drafts and labels are made from this table.

export const phases = ['foundation', 'framing', 'roofing', 'electrical', 'plumbing', 'finishing', 'other'] as const;
export type Phase = (typeof phases)[number];

/** `required`: what is said where it is missing; every other field may be empty, which is null. */
type FieldDescription = { column: string; label: string } & (
  | { kind: 'day'; required?: string }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'text'; max: number }
  | { kind: 'link'; group: 'media' | 'deliverable' }
);

/**
 * A new field is a row here and a column of `sessions`, `session_records` and their two views (a migration); then it is stored, recorded,
 * answered, checked and edited. Where it is shown, and where it stands in the form, the pages say. Project, site and photographer are not
 * among them: what they may be depends on who asks.
 */
export const sessionFields = {
  captureDate: { column: 'capture_date', label: 'Date', kind: 'day', required: 'Date is required' },
  scheduledDate: { column: 'scheduled_date', label: 'Scheduled date', kind: 'day' },
  phase: { column: 'phase', label: 'Phase', kind: 'choice', choices: phases },
  notes: { column: 'notes', label: 'Notes', kind: 'text', max: 20_000 },
  droneImagesUrl: { column: 'drone_images_url', label: 'Drone photos', kind: 'link', group: 'media' },
  indoorImagesUrl: { column: 'indoor_images_url', label: 'Indoor photos', kind: 'link', group: 'media' },
  videoUrl: { column: 'video_url', label: 'Video', kind: 'link', group: 'media' },
  tour360Url: { column: 'tour360_url', label: '360° tour', kind: 'link', group: 'media' },
  orthomosaicUrl: { column: 'orthomosaic_url', label: 'Orthomosaic', kind: 'link', group: 'media' },
  deliverablePackageUrl: {
    column: 'deliverable_package_url',
    label: 'Deliverable package',
    kind: 'link',
    group: 'deliverable',
  },
  rawFilesUrl: { column: 'raw_files_url', label: 'Raw files', kind: 'link', group: 'deliverable' },
  reportUrl: { column: 'report_url', label: 'Report', kind: 'link', group: 'deliverable' },
} as const satisfies Record<string, FieldDescription>;

type Table = typeof sessionFields;
export type SessionField = keyof Table;
type FieldsOf<Description> = { [F in SessionField]: Table[F] extends Description ? F : never }[SessionField];

/** What a field holds. */
export type FieldValue<F extends SessionField> = Table[F] extends { required: string }
  ? string
  : Table[F] extends { choices: readonly (infer Choice)[] }
    ? Choice | null
    : string | null;
/** The fields as replies name them. */
export type SessionFieldValues = { [F in SessionField]: FieldValue<F> };

export type LinkField = FieldsOf<{ kind: 'link' }>;
export type MediaField = FieldsOf<{ group: 'media' }>;
export type DeliverableField = FieldsOf<{ group: 'deliverable' }>;

export const sessionFieldNames = Object.keys(sessionFields) as SessionField[];

function linksOf<Group extends 'media' | 'deliverable'>(group: Group) {
  return sessionFieldNames.filter(
    (name) => 'group' in sessionFields[name] && sessionFields[name].group === group,
  ) as FieldsOf<{ group: Group }>[];
}
export const deliverableFields = linksOf('deliverable');
/** The links of the media tabs, then the deliverables. */
export const linkFields: readonly LinkField[] = [...linksOf('media'), ...deliverableFields];

/** One value for each field, in the order of the table. */
export function mapSessionFields<Value>(toValue: (name: SessionField) => Value): Record<SessionField, Value> {
  return Object.fromEntries(sessionFieldNames.map((name) => [name, toValue(name)])) as Record<SessionField, Value>;
}
