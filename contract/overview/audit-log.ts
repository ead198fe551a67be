// The audit log: which acts it keeps, what they are about, and its list for admins.

import { list } from '#contract/core/endpoint.ts';
import type { auditLogRoutes } from './audit-log-routes.ts';

export type { AuditEntry } from './audit-log-routes.ts';

/** What changes rights, people, links, settings or releases, or removes content, and what is taken away; each as its list names it. */
export const auditActLabels = {
  userCreated: 'Account created',
  userInvited: 'Account created by invitation',
  invitationRenewed: 'Invitation renewed',
  invitationAccepted: 'Invitation accepted',
  userEdited: 'Account edited',
  roleChanged: 'Role changed',
  passwordSet: 'Password set by an administrator',
  passwordChanged: 'Own password changed',
  resetLinkCreated: 'Password reset link made',
  resetRequested: 'Password reset requested',
  passwordReset: 'Password reset by link',
  profileEdited: 'Profile edited',
  userRemoved: 'Account removed',
  projectCreated: 'Project created',
  projectEdited: 'Project edited',
  projectRemoved: 'Project removed',
  memberAdded: 'Member added',
  memberChanged: 'Member role changed',
  memberRemoved: 'Member removed',
  mediaRootsChanged: 'Media folders changed',
  sessionApproved: 'Session approved',
  sessionRejected: 'Session rejected',
  sessionCompleted: 'Session completed',
  releasedSessionEdited: 'Released session edited',
  releasedFilesChanged: 'Released files changed',
  pictureTakenBack: 'Picture taken back',
  pictureShownAgain: 'Picture shown again',
  stagesEdited: 'Stages edited',
  stageMarked: 'Stage marked',
  visitPlanned: 'Visit planned',
  plannedVisitEdited: 'Planned visit changed',
  plannedVisitSkipped: 'Planned visit skipped',
  plannedVisitRemoved: 'Planned visit removed',
  packMade: 'Lender’s pack made',
  handoverMade: 'Archive of a project made',
  handoverTaken: 'Archive of a project downloaded',
  sessionRemoved: 'Session removed',
  settingsChanged: 'Settings changed',
  expiredRemoved: 'Removed as expired',
  webhookCreated: 'Webhook created',
  webhookEdited: 'Webhook edited',
  webhookSecretChanged: 'Webhook secret changed',
  webhookFormerSecretEnded: 'Previous webhook secret ended',
  webhookRemoved: 'Webhook removed',
  shareLinkCreated: 'Share link made',
  shareLinkRenewed: 'Share link given a new address',
  shareLinkOpened: 'Share link opened',
  shareLinkEnded: 'Share link ended',
  reportMade: 'Report made',
  picturesTaken: 'Pictures downloaded',
  figuresTaken: 'Review figures downloaded',
} as const;
export type AuditAct = keyof typeof auditActLabels;
export const auditActs = Object.keys(auditActLabels) as [AuditAct, ...AuditAct[]];

/** What an act is done to. */
export const auditSubjectLabels = {
  user: 'Account',
  project: 'Project',
  session: 'Session',
  settings: 'Settings',
  webhook: 'Webhook',
  shareLink: 'Share link',
  stage: 'Stage',
} as const;
export type AuditSubject = keyof typeof auditSubjectLabels;

export const auditLog = list<typeof auditLogRoutes.auditLog>('/api/audit-log', { topics: ['auditLog'] });
