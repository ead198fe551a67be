// The tables' types, as the driver returns them: instants are ISO text in UTC with microseconds, days are yyyy-mm-dd.
// One file, however long: it is looked up by table beside the migrations, never read from top to bottom.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountLinkKind } from '#contract/accounts/auth.ts';
import type { FieldValue, LinkField, SessionField, sessionFields } from '#contract/core/session-fields.ts';
import type { AnchorKind, AnchorPlace } from '#contract/disputes/anchors.ts';
import type { Priority } from '#contract/disputes/endpoints.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { NotificationType } from '#contract/notifications/endpoints.ts';
import type { Channel } from '#contract/notifications/notification-preferences.ts';
import type { DeliveryKind, WebhookKind } from '#contract/notifications/webhooks.ts';
import type { AuditAct, AuditSubject } from '#contract/overview/audit-log.ts';
import type { DisputeStatus, MemberRole, Role, ShareScope } from '#contract/policy.ts';
import type { ProjectStatus } from '#contract/projects/endpoints.ts';
import type { BrokenLink, recordActions, SessionStatus } from '#contract/sessions/endpoints.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import type { ReportEdition, SharedView, StoredReport } from '#contract/sharing/endpoints.ts';
import type { MarkAct, MarkGiver, MarkKind } from '#contract/stages/endpoints.ts';
import type { UploadFileState } from '#contract/uploads/endpoints.ts';
import type { Placement, ViewpointKind } from '#contract/viewpoints/endpoints.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;
type MaybeInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
type Id = ColumnType<number, never, never>;

export type UsersTable = {
  id: Id;
  username: string;
  password: string;
  email: string;
  first_name: string;
  last_name: string;
  company: string | null;
  role: ColumnType<Role, Role | undefined, Role>;
  profile_photo_url: string | null;
  bio: string | null;
  phone: string | null;
  version: Generated<number>;
  invited_until: MaybeInstant;
  closed_at: MaybeInstant;
  created_at: Instant;
  updated_at: Instant;
};

export type ProfilePhotosTable = { user_id: number; version: string; image: Buffer; created_at: Instant };

export type BrandLogosTable = { version: string; image: Buffer; created_at: Generated<Instant> };

export type ProjectsTable = {
  id: Id;
  name: string;
  description: string | null;
  status: ColumnType<ProjectStatus, ProjectStatus | undefined, ProjectStatus>;
  client_id: number;
  created_by: number;
  version: Generated<number>;
  /** Of the first day on which visits are asked to show their code. */
  visit_codes_from: ColumnType<string | null, string | null | undefined, string | null>;
  removed_at: MaybeInstant;
  created_at: Instant;
  updated_at: Instant;
};

export type ProjectUsersTable = {
  id: Id;
  project_id: number;
  user_id: number;
  role: ColumnType<MemberRole, MemberRole | undefined, MemberRole>;
  version: Generated<number>;
  created_at: Instant;
};

export type MediaRootsTable = {
  id: Id;
  project_id: number;
  provider: 'local' | 'google-drive';
  root: string;
  bound_by: number | null;
  created_at: Instant;
};

export type SitesTable = {
  id: Id;
  project_id: number;
  photographer_id: number | null;
  name: string;
  description: string | null;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
  removed_at: MaybeInstant;
  created_at: Instant;
  updated_at: Instant;
};

/** What the crew wrote down about a visit; the same columns in `sessions` and in every record. */
export type SessionContent = {
  project_id: number;
  site_id: number | null;
  photographer_id: number;
} & { [F in SessionField as (typeof sessionFields)[F]['column']]: FieldValue<F> };

export type SessionsTable = SessionContent & {
  id: Id;
  status: ColumnType<SessionStatus, SessionStatus | undefined, SessionStatus>;
  reviewed_by: number | null;
  reviewed_at: MaybeInstant;
  review_notes: string | null;
  rejection_reason: string | null;
  /** The people who were notified of the decision, by the names they had: `notifiedNames` in code and calls. */
  told: string[] | null;
  record_id: number;
  released_record_id: number | null;
  released_status: 'approved' | 'completed' | null;
  released_by: number | null;
  released_at: MaybeInstant;
  released_capture_date: string | null;
  removed_at: MaybeInstant;
  created_at: Instant;
  updated_at: Instant;
  submitted_at: Instant;
};

export type SessionRecordsTable = SessionContent & {
  id: Id;
  session_id: number;
  action: (typeof recordActions)[number];
  from_status: SessionStatus | null;
  to_status: SessionStatus | null;
  by_id: number | null;
  by_name: string;
  at: Instant;
  project_name: string;
  site_name: string | null;
  photographer_name: string;
  review_notes: string | null;
  rejection_reason: string | null;
  told: string[] | null;
  released_record_id: number | null;
  rejection_reasons: ColumnType<ReasonCode[] | null, ReasonCode[] | null | undefined, never>;
  resubmit_note: ColumnType<string | null, string | null | undefined, never>;
  submitted_at: MaybeInstant;
};

export type RejectionFlagsTable = {
  id: Id;
  session_id: number;
  record_id: number;
  media_kind: MediaKind;
  link: string;
  file: string;
  file_version: string;
  file_name: string;
  note: string | null;
};

export type FlagAnswersTable = { flag_id: number; record_id: number; answer: string };

export type RejectedFilesTable = { record_id: number; files: JSONColumnType<object> };

/** One of the two views of 001-foundation.sql: what crew and admins see, or what was released to clients. */
export type SessionView = { [C in keyof SessionContent]: ColumnType<SessionContent[C], never, never> } & {
  id: Id;
  status: ColumnType<SessionStatus, never, never>;
  reviewed_by: ColumnType<number | null, never, never>;
  reviewed_at: ColumnType<string | null, never, never>;
  review_notes: ColumnType<string | null, never, never>;
  rejection_reason: ColumnType<string | null, never, never>;
  told: ColumnType<string[] | null, never, never>;
  record_id: ColumnType<number, never, never>;
  released: ColumnType<boolean, never, never>;
  created_at: ColumnType<string, never, never>;
  updated_at: ColumnType<string, never, never>;
};

/** What became of one link; `since` it is in this state. */
export type LinkFinding = { state: 'ok' | 'broken' | 'unknown'; reason: string | null; since: string };

export type LinkFindings = Partial<Record<LinkField, LinkFinding>>;

export type LinkHealthTable = {
  session_id: number;
  record_id: number;
  findings: JSONColumnType<LinkFindings>;
  broken: ColumnType<BrokenLink[] | null, string | null, string | null>;
  checked_at: Instant;
};

export type ReleasedMediaTable = {
  record_id: number;
  items: JSONColumnType<Partial<Record<MediaKind, string[]>>>;
  complete: boolean;
  tried_at: Instant;
  /** Null where it was released before there were seals. */
  released_at: MaybeInstant;
};

export type ShownMediaTable = {
  record_id: number;
  user_id: number;
  kind: MediaKind;
  items: JSONColumnType<string[]>;
  shown_at: Instant;
};

export type ViewpointsTable = {
  id: Id;
  project_id: number;
  site_id: number | null;
  kind: ViewpointKind;
  name: string;
  position: number;
  retired_at: MaybeInstant;
  version: Generated<number>;
  created_by: number;
  created_at: Instant;
  updated_at: Instant;
};

export type ViewpointPicturesTable = {
  id: Id;
  viewpoint_id: number;
  session_id: number;
  media_kind: MediaKind;
  link: string;
  file: string | null;
  file_version: string | null;
  file_name: string | null;
  placed_by: Placement;
  placed_by_id: number | null;
  placed_at: Instant;
};

export type HiddenPicturesTable = {
  id: Id;
  session_id: number;
  media_kind: MediaKind;
  link: string;
  file: string;
  name: string;
  reason: string;
  hidden_by: number;
  hidden_at: Instant;
  shown_by: number | null;
  shown_at: MaybeInstant;
};

export type ViewpointProposalsTable = {
  id: Id;
  session_id: number;
  media_kind: MediaKind;
  link: string;
  file: string;
  file_version: string;
  file_name: string;
  candidates: JSONColumnType<{ viewpointId: number; by: Placement }[]>;
};

export type PictureSearchesTable = { session_id: number; viewpoint_id: number };

export type PictureDetailsTable = {
  file: string;
  version: string;
  captured_at: string | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  heading: number | null;
  pitch: number | null;
  camera: string | null;
  edited_with: string | null;
  width: number | null;
  height: number | null;
  panorama: boolean | null;
  crop: JSONColumnType<{ left: number; top: number; width: number; height: number }> | null;
  read_at: Instant;
};

export type DamagedPicturesTable = { file: string; version: string; found_at: Instant };

export type LightVideosTable = {
  name: string;
  file: string;
  version: string;
  state: 'making' | 'made' | 'none';
  share: Generated<number>;
  bytes: number | null;
  width: number | null;
  height: number | null;
  poster: Generated<boolean>;
  reason: string | null;
  made_by: 'server' | 'device' | null;
  failures: Generated<number>;
  missing_since: Instant | null;
  changed_at: Instant;
};

/** Its links by media kind, and the pictures behind them in their order. */
export type VisitChecksTable = {
  session_id: number;
  links: JSONColumnType<Record<string, string | null>>;
  pictures: JSONColumnType<{ kind: MediaKind; file: string; version: string; name: string }[]>;
  looked: boolean;
  hashed: Generated<boolean>;
  checked_at: Instant;
};

export type PictureAnalysesTable = {
  file: string;
  version: string;
  sharpness: number | null;
  brightness: number | null;
  dark: number | null;
  print: Buffer | null;
  looked_at: Instant;
};

/** Hashes as bits: '0' and '1'. */
export type PictureHashesTable = {
  id: Id;
  file: string;
  version: string;
  name: string;
  windows: string[] | null;
  mirrored: string | null;
};

export type VisitHashesTable = {
  session_id: number;
  picture_id: number;
  media_kind: MediaKind;
  hash: string | null;
  seen_at: Instant;
  searched_at: MaybeInstant;
};

export type BorrowedPicturesTable = {
  session_id: number;
  picture_id: number;
  known_session_id: number;
  known_picture_id: number;
  mirrored: boolean;
  covered: number;
  likeness: number;
  degrees: number;
  found_at: Instant;
};

export type StageListsTable = {
  id: Id;
  project_id: number;
  site_id: number | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
};

export type StagesTable = {
  id: Id;
  list_id: number;
  position: number;
  name: string;
  planned_on: string | null;
  /** Hundredths of a per cent. */
  weight: number | null;
  criteria: JSONColumnType<{ id: number; text: string }[]>;
  wanted: JSONColumnType<({ text: string } | { viewpointId: number })[]>;
  next_criterion: Generated<number>;
  dropped_at: MaybeInstant;
  claimed_id: number | null;
  seen_id: number | null;
  confirmed_id: number | null;
  acknowledged_ids: Generated<number[]>;
  refused_id: number | null;
  last_mark_id: number | null;
  created_by: number;
  created_at: Instant;
  updated_at: Instant;
};

export type PlannedVisitsTable = {
  id: Id;
  project_id: number;
  site_id: number | null;
  day: string;
  photographer_id: number | null;
  note: string | null;
  skipped_at: MaybeInstant;
  skipped_by: number | null;
  skip_reason: string | null;
  session_id: number | null;
  version: Generated<number>;
  created_by: number;
  created_at: Instant;
  updated_at: Instant;
};

export type StageMarksTable = {
  id: Id;
  stage_id: number;
  kind: MarkKind;
  act: MarkAct;
  given_as: MarkGiver;
  by_id: number | null;
  share_link_id: number | null;
  by_name: string;
  session_id: number | null;
  on_site: Generated<boolean>;
  note: string | null;
  criteria: JSONColumnType<object[]>;
  at: Instant;
};

/** A row is never changed. */
export type PacksTable = {
  id: Id;
  project_id: number;
  number: number;
  period_from: string;
  period_to: string;
  corrects_id: number | null;
  made_by: number;
  made_at: Instant;
  content_hash: string;
  editions: JSONColumnType<Partial<Record<ReportEdition, object>>>;
  storage_key: string;
};

/** One per person. */
export type HandoversTable = {
  id: Id;
  asked_by: number;
  project_id: number;
  key: string;
  state: 'preparing' | 'ready';
  title: Generated<string>;
  originals: boolean;
  shown: JSONColumnType<string[]> | null;
  bytes: number | null;
  asked_at: Instant;
  touched_at: Instant;
  ready_at: MaybeInstant;
};

export type HandoverEntriesTable = {
  handover_id: number;
  nth: number;
  name: string;
  at: Instant;
  session_id: number | null;
  field: string | null;
  file: string | null;
  version: string | null;
  part: 'original' | 'clean' | 'full' | 's1600' | null;
  label: string | null;
  content: Buffer | null;
  bytes: number | null;
  crc: number | null;
  sha256: string | null;
  problem: string | null;
};

/** The tables of seals: their rows are never changed, but for those of `sealed_file_checks`. */
export type SealKeysTable = { id: string; public_key: string; first_used_at: Instant };

export type SealManifestsTable = {
  id: Id;
  kind: 'release' | 'audit';
  project_id: number | null;
  session_id: number | null;
  record_id: number | null;
  released_at: MaybeInstant;
  day: string | null;
  content: string;
  hash: string;
  files: number | null;
  unsealed: number | null;
  made_at: Instant;
};

export type SealedFilesTable = {
  manifest_id: number;
  nth: number;
  media_kind: MediaKind;
  file: string;
  version: string;
  details: string;
};

export type SealedHashesTable = {
  manifest_id: number;
  nth: number;
  of: 'original' | 'full' | 's1600';
  sha256: Buffer;
  bytes: number;
};

export type SealsTable = {
  id: Id;
  manifest_id: number;
  project_id: number | null;
  number: number;
  previous: string | null;
  key_id: string;
  statement: string;
  signature: string;
  hash: string;
  code: string;
  sealed_at: Instant;
};

export type SealStampsTable = { seal_id: number; answer: Buffer; host: string; stamped_at: Instant };

export type SealedFileChecksTable = {
  manifest_id: number;
  nth: number;
  checked_at: Instant;
  state: 'same' | 'changed' | 'missing' | 'unreachable';
  notified_at: MaybeInstant;
};

export type DisputesTable = {
  id: Id;
  session_id: number;
  client_id: number;
  reason: string;
  status: ColumnType<DisputeStatus, DisputeStatus | undefined, DisputeStatus>;
  priority: ColumnType<Priority, Priority | undefined, Priority>;
  half_at: MaybeInstant;
  due_at: MaybeInstant;
  due_on: string | null;
  /** Whether the reminder at half time, and the one at the end, was sent. */
  half_told: Generated<boolean>;
  due_told: Generated<boolean>;
  answered_at: MaybeInstant;
  resolved_at: MaybeInstant;
  created_at: Instant;
  updated_at: Instant;
};

export type DisputeMessagesTable = {
  id: Id;
  dispute_id: number;
  user_id: number;
  message: string;
  message_type: ColumnType<
    'comment' | 'status_change' | 'resubmission' | 'moved',
    'comment' | 'status_change' | 'resubmission' | 'moved' | undefined,
    never
  >;
  created_at: Instant;
};

export type AnchorsTable = {
  id: Id;
  dispute_id: number;
  message_id: number | null;
  of_concern: boolean;
  kind: AnchorKind;
  session_id: number;
  record_id: number;
  media_kind: MediaKind;
  file: string;
  version: string | null;
  name: string;
  place: JSONColumnType<AnchorPlace>;
  other_session_id: number | null;
  other_record_id: number | null;
  other_file: string | null;
  /** What code and calls call the crop. */
  cutout: Buffer | null;
  mark_x: number | null;
  mark_y: number | null;
  created_by: number;
  created_at: Instant;
};

export type PresenceTable = {
  session_id: number;
  user_id: number;
  tab: Generated<string>;
  since: Instant;
  until: Instant;
};

export type ShareLinksTable = {
  id: Id;
  token_hash: string | null;
  scope: ShareScope;
  project_id: number;
  session_id: number | null;
  other_session_id: number | null;
  viewpoint_id: number | null;
  pictures: JSONColumnType<{ mediaKind: MediaKind; item: string }[]> | null;
  report: JSONColumnType<StoredReport> | null;
  view: JSONColumnType<SharedView> | null;
  recipient: string;
  pin_seal: string | null;
  wrong_pins: Generated<number>;
  downloads: Generated<boolean>;
  players: Generated<boolean>;
  embed_sites: Generated<string[]>;
  questions: Generated<boolean>;
  expires_at: MaybeInstant;
  shared_by: number | null;
  created_at: Instant;
  ended_at: MaybeInstant;
  ended_by: number | null;
  opens: Generated<number>;
  first_opened_at: MaybeInstant;
  last_opened_at: MaybeInstant;
  last_page: string | null;
};

export type SettingsTable = {
  key: string;
  value: JSONColumnType<object>;
  updated_at: Instant;
  version: Generated<number>;
};

export type AuditLogTable = {
  id: Id;
  at: Instant;
  act: AuditAct;
  by_id: number | null;
  by_name: string | null;
  guest: string | null;
  address: string | null;
  subject_kind: AuditSubject;
  subject_id: number | null;
  subject_name: string;
  project_id: number | null;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
};

export type NotificationsTable = {
  id: Id;
  user_id: number;
  title: string;
  message: string;
  type: NotificationType;
  is_read: ColumnType<boolean, boolean | undefined, boolean>;
  related_project_id: number | null;
  related_session_id: number | null;
  related_dispute_id: number | null;
  related_stage_id: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Instant;
};

export type DeliveryState = 'waiting' | 'sent' | 'dropped' | 'refused' | 'dead' | 'bundled';

export type DeliveriesTable = {
  id: Id;
  channel: Channel;
  key: string;
  kind: string;
  user_id: number | null;
  notification_id: number | null;
  payload: Buffer | null;
  state: ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>;
  due_at: Instant;
  give_up_at: Instant;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Instant;
  ended_at: MaybeInstant;
  pace: string | null;
  paced_at: MaybeInstant;
  is_bundle: Generated<boolean>;
  bundle_id: number | null;
};

export type BouncedAddressesTable = { address: string; reason: string; bounced_at: Instant };

export type NotificationChoicesTable = { user_id: number; kind: string; channel: 'mail' | 'push'; enabled: boolean };

export type NotificationSettingsTable = {
  user_id: number;
  /** Null: not chosen; what the company set holds. */
  digest: 'daily' | 'weekly' | 'never' | null;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string | null;
  version: Generated<number>;
  updated_at: Instant;
};

export type MutedProjectsTable = { user_id: number; project_id: number };

/** Since when what is released there is new to somebody, and when they last had a visit of it on their screen. */
export type SeenProjectsTable = { user_id: number; project_id: number; since: Instant; seen_at: Instant };

/** What a login remembers beside its owner. */
export type LoginFacts = { userId: number; createdAt: string; seenAt: string };
export type SavedFiltersTable = {
  id: Id;
  user_id: number;
  name: string;
  query: string;
  version: Generated<number>;
  created_at: Instant;
};

export type LoginsTable = {
  sid: string;
  sess: JSONColumnType<LoginFacts>;
  expire: Instant;
  user_id: ColumnType<number, never, never>;
};

export type AccountLinksTable = {
  id: Id;
  kind: AccountLinkKind;
  user_id: number;
  token_hash: string;
  request: string | null;
  created_at: Instant;
  expires_at: Instant;
  used_at: MaybeInstant;
};

export type RateCountsTable = { kind: string; who: string; until: Instant; calls: number };

export type GuestStreamsTable = { id: string; link_id: number; address: string; until: Instant };

export type LoginFailuresTable = { id: Id; account: string; address: string; at: Instant };

export type IdempotencyKeysTable = {
  /** 'person 7' or 'address 203.0.113.7'. */
  who: string;
  call: string;
  key: string;
  body_hash: string;
  reply: ColumnType<unknown, string | null, string>;
  created_at: Instant;
};

export type DemoRequestsTable = {
  id: Id;
  name: string;
  email: string;
  company: string;
  phone: string | null;
  project_type: string | null;
  project_brief: string;
  address: string;
  created_at: Instant;
};

export type JobsTable = {
  id: Id;
  kind: string;
  payload: ColumnType<unknown, string | undefined, string>;
  dedupe_key: string | null;
  run_at: Instant;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Instant;
};

export type PushSubscriptionsTable = {
  id: Id;
  login_sid: string;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Instant;
};

export type WebhooksTable = {
  id: Id;
  name: string;
  url: string;
  kinds: WebhookKind[];
  active: Generated<boolean>;
  secret: Buffer;
  former_secret: Buffer | null;
  former_until: MaybeInstant;
  version: Generated<number>;
  created_by: number | null;
  created_at: Instant;
  updated_at: Instant;
};

export type WebhookDeliveriesTable = {
  id: Id;
  webhook_id: number;
  message_id: Generated<string>;
  kind: DeliveryKind;
  project_id: number | null;
  session_id: number | null;
  dispute_id: number | null;
  stage_id: number | null;
  again: Generated<number>;
  attempts: Generated<number>;
  status: number | null;
  failure: string | null;
  attempted_at: MaybeInstant;
  delivered_at: MaybeInstant;
  queued_at: Instant;
  given_up_at: MaybeInstant;
  created_at: Instant;
};

export type UploadsTable = {
  id: string;
  project_id: number;
  uploader_id: number;
  session_id: number | null;
  created_at: Instant;
};

export type UploadCopiesTable = {
  id: string;
  file_id: string;
  what: 'light' | 'poster';
  bytes: ColumnType<number, number, number>;
  changed_at: Instant;
};

export type UploadFilesTable = {
  id: string;
  upload_id: string;
  nth: ColumnType<number, never, never>;
  name: string;
  sent_name: string;
  /** '' where it lay in none. */
  sent_folder: string;
  /** The group within its upload; '' for none. */
  folder: string;
  bytes: ColumnType<number, number, number>;
  state: ColumnType<UploadFileState, UploadFileState | undefined, UploadFileState>;
  refusal: string | null;
  type: string | null;
  sha256: string | null;
  /** Null: its upload's uploader. */
  sender_id: number | null;
  sent_print: string | null;
  /** When a part of it came last; null: no byte did. */
  begun_at: Instant | null;
  /** How much of it lay on the disk when nothing had come for a day; null while it holds room for all of it. */
  came: number | null;
  /** Of its bytes, where it lay before it moved between folder and bucket; null: it never moved. */
  version: string | null;
  changed_at: Instant;
};

export type Tables = {
  users: UsersTable;
  profile_photos: ProfilePhotosTable;
  brand_logos: BrandLogosTable;
  projects: ProjectsTable;
  project_users: ProjectUsersTable;
  media_roots: MediaRootsTable;
  sites: SitesTable;
  sessions: SessionsTable;
  session_records: SessionRecordsTable;
  rejection_flags: RejectionFlagsTable;
  flag_answers: FlagAnswersTable;
  rejected_files: RejectedFilesTable;
  link_health: LinkHealthTable;
  released_media: ReleasedMediaTable;
  shown_media: ShownMediaTable;
  viewpoints: ViewpointsTable;
  viewpoint_pictures: ViewpointPicturesTable;
  hidden_pictures: HiddenPicturesTable;
  viewpoint_proposals: ViewpointProposalsTable;
  picture_searches: PictureSearchesTable;
  visit_checks: VisitChecksTable;
  picture_looks: PictureAnalysesTable;
  picture_hashes: PictureHashesTable;
  visit_hashes: VisitHashesTable;
  borrowed_pictures: BorrowedPicturesTable;
  picture_details: PictureDetailsTable;
  damaged_pictures: DamagedPicturesTable;
  light_videos: LightVideosTable;
  sessions_present: SessionView;
  sessions_released: SessionView;
  stage_lists: StageListsTable;
  stages: StagesTable;
  stage_marks: StageMarksTable;
  packs: PacksTable;
  handovers: HandoversTable;
  handover_entries: HandoverEntriesTable;
  seal_keys: SealKeysTable;
  seal_manifests: SealManifestsTable;
  sealed_files: SealedFilesTable;
  sealed_hashes: SealedHashesTable;
  seals: SealsTable;
  seal_stamps: SealStampsTable;
  sealed_file_checks: SealedFileChecksTable;
  planned_visits: PlannedVisitsTable;
  disputes: DisputesTable;
  dispute_messages: DisputeMessagesTable;
  anchors: AnchorsTable;
  presence: PresenceTable;
  share_links: ShareLinksTable;
  settings: SettingsTable;
  audit_log: AuditLogTable;
  notifications: NotificationsTable;
  deliveries: DeliveriesTable;
  bounced_addresses: BouncedAddressesTable;
  notification_choices: NotificationChoicesTable;
  notification_settings: NotificationSettingsTable;
  muted_projects: MutedProjectsTable;
  saved_filters: SavedFiltersTable;
  seen_projects: SeenProjectsTable;
  logins: LoginsTable;
  account_links: AccountLinksTable;
  login_failures: LoginFailuresTable;
  rate_counts: RateCountsTable;
  guest_streams: GuestStreamsTable;
  idempotency_keys: IdempotencyKeysTable;
  demo_requests: DemoRequestsTable;
  jobs: JobsTable;
  push_subscriptions: PushSubscriptionsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  uploads: UploadsTable;
  upload_files: UploadFilesTable;
  upload_copies: UploadCopiesTable;
};
