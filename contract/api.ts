// The whole table of calls. Only the server imports it: a page names single endpoints, so that it brings no schema along.

import * as auth from './accounts/auth.ts';
import { accountLinkRoutes, authRoutes, demoRequestRoutes } from './accounts/auth-routes.ts';
import * as users from './accounts/users.ts';
import { userRoutes } from './accounts/users-routes.ts';
import { routes } from './core/route.ts';
import * as anchors from './disputes/anchors.ts';
import * as disputes from './disputes/endpoints.ts';
import { anchorRoutes, disputeRoutes } from './disputes/routes.ts';
import * as evidence from './evidence/endpoints.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import * as media from './media/endpoints.ts';
import { mediaRoutes } from './media/routes.ts';
import * as notifications from './notifications/endpoints.ts';
import * as notificationPreferences from './notifications/notification-preferences.ts';
import { liveRoutes, notificationPreferenceRoutes, notificationRoutes, pushRoutes } from './notifications/routes.ts';
import * as webhooks from './notifications/webhooks.ts';
import { webhookRoutes } from './notifications/webhooks-routes.ts';
import * as auditLog from './overview/audit-log.ts';
import { auditLogRoutes } from './overview/audit-log-routes.ts';
import * as overview from './overview/endpoints.ts';
import { dashboardRoutes, figureRoutes, historyRoutes, mapRoutes } from './overview/routes.ts';
import * as plannedVisits from './planned-visits/endpoints.ts';
import { plannedVisitRoutes } from './planned-visits/routes.ts';
import * as projects from './projects/endpoints.ts';
import { digestRoutes, memberRoutes } from './projects/members-routes.ts';
import { projectRoutes } from './projects/routes.ts';
import * as checks from './sessions/checks.ts';
import { checklistRoutes, checkRoutes } from './sessions/checks-routes.ts';
import * as sessions from './sessions/endpoints.ts';
import * as rejection from './sessions/rejection.ts';
import { reasonRoutes, rejectionRoutes, takenBackRoutes } from './sessions/rejection-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { newsRoutes, presenceRoutes, savedFilterRoutes } from './sessions/viewing-routes.ts';
import * as settings from './settings/endpoints.ts';
import { brandRoutes, companyDefaultsRoutes, companySettingsRoutes, retentionRoutes } from './settings/routes.ts';
import * as sharing from './sharing/endpoints.ts';
import { handoverRoutes } from './sharing/handover-routes.ts';
import { packRoutes } from './sharing/packs-routes.ts';
import { downloadRoutes, reportRoutes } from './sharing/reports-routes.ts';
import { shareLinkRoutes, shareRuleRoutes } from './sharing/share-links-routes.ts';
import * as stages from './stages/endpoints.ts';
import { stageRoutes } from './stages/routes.ts';
import * as uploads from './uploads/endpoints.ts';
import { uploadRoutes } from './uploads/routes.ts';
import * as viewpoints from './viewpoints/endpoints.ts';
import { alignmentRoutes, viewpointRoutes } from './viewpoints/routes.ts';

export const api = {
  auth: routes(auth, authRoutes),
  users: routes(users, userRoutes),
  accountLinks: routes(auth, accountLinkRoutes),
  projects: routes(projects, projectRoutes),
  members: routes(projects, memberRoutes),
  sessions: routes(sessions, sessionRoutes),
  presence: routes(sessions, presenceRoutes),
  live: routes(notifications, liveRoutes),
  brand: routes(settings, brandRoutes),
  rejection: routes(rejection, rejectionRoutes),
  rejectionReasons: routes(rejection, reasonRoutes),
  savedFilters: routes(sessions, savedFilterRoutes),
  media: routes(media, mediaRoutes),
  takenBack: routes(sessions, takenBackRoutes),
  viewpoints: routes(viewpoints, viewpointRoutes),
  alignments: routes(viewpoints, alignmentRoutes),
  checks: routes(checks, checkRoutes),
  checklist: routes(checks, checklistRoutes),
  stages: routes(stages, stageRoutes),
  evidence: routes(evidence, evidenceRoutes),
  plannedVisits: routes(plannedVisits, plannedVisitRoutes),
  disputes: routes(disputes, disputeRoutes),
  anchors: routes(anchors, anchorRoutes),
  news: routes(sessions, newsRoutes),
  notifications: routes(notifications, notificationRoutes),
  notificationPreferences: routes(notificationPreferences, notificationPreferenceRoutes),
  digests: routes(projects, digestRoutes),
  shareLinks: routes(sharing, shareLinkRoutes),
  shareRules: routes(sharing, shareRuleRoutes),
  dashboard: routes(overview, dashboardRoutes),
  maps: routes(overview, mapRoutes),
  downloads: routes(sharing, downloadRoutes),
  reports: routes(sharing, reportRoutes),
  packs: routes(sharing, packRoutes),
  handovers: routes(sharing, handoverRoutes),
  figures: routes(overview, figureRoutes),
  history: routes(overview, historyRoutes),
  auditLog: routes(auditLog, auditLogRoutes),
  companySettings: routes(settings, companySettingsRoutes),
  companyDefaults: routes(settings, companyDefaultsRoutes),
  retention: routes(settings, retentionRoutes),
  demoRequests: routes(auth, demoRequestRoutes),
  push: routes(notifications, pushRoutes),
  webhooks: routes(webhooks, webhookRoutes),
  uploads: routes(uploads, uploadRoutes),
};
