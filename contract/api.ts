// The whole table of calls. Only the server imports it: a page names single endpoints, so that it brings no schema along.

import * as accountLinks from './accounts/account-links.ts';
import { accountLinkRoutes } from './accounts/account-links-routes.ts';
import * as auth from './accounts/auth.ts';
import { authRoutes } from './accounts/auth-routes.ts';
import * as demoRequests from './accounts/demo-requests.ts';
import { demoRequestRoutes } from './accounts/demo-requests-routes.ts';
import * as users from './accounts/users.ts';
import { userRoutes } from './accounts/users-routes.ts';
import { routes } from './core/route.ts';
import * as anchors from './disputes/anchors.ts';
import * as disputes from './disputes/endpoints.ts';
import { anchorRoutes, disputeRoutes } from './disputes/routes.ts';
import * as media from './media/endpoints.ts';
import { mediaRoutes } from './media/routes.ts';
import * as notifications from './notifications/endpoints.ts';
import * as live from './notifications/live.ts';
import { liveRoutes } from './notifications/live-routes.ts';
import * as notificationPreferences from './notifications/notification-preferences.ts';
import { notificationPreferenceRoutes } from './notifications/notification-preferences-routes.ts';
import * as push from './notifications/push.ts';
import { pushRoutes } from './notifications/push-routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import * as webhooks from './notifications/webhooks.ts';
import { webhookRoutes } from './notifications/webhooks-routes.ts';
import * as auditLog from './overview/audit-log.ts';
import { auditLogRoutes } from './overview/audit-log-routes.ts';
import * as dashboard from './overview/dashboard.ts';
import { dashboardRoutes } from './overview/dashboard-routes.ts';
import * as figures from './overview/figures.ts';
import { figureRoutes } from './overview/figures-routes.ts';
import * as history from './overview/history.ts';
import { historyRoutes } from './overview/history-routes.ts';
import * as digests from './projects/digests.ts';
import { digestRoutes } from './projects/digests-routes.ts';
import * as projects from './projects/endpoints.ts';
import { memberRoutes, projectRoutes } from './projects/routes.ts';
import * as checklist from './sessions/checklist.ts';
import { checklistRoutes } from './sessions/checklist-routes.ts';
import * as checks from './sessions/checks.ts';
import { checkRoutes } from './sessions/checks-routes.ts';
import * as sessions from './sessions/endpoints.ts';
import * as news from './sessions/news.ts';
import { newsRoutes } from './sessions/news-routes.ts';
import * as presence from './sessions/presence.ts';
import { presenceRoutes } from './sessions/presence-routes.ts';
import * as rejection from './sessions/rejection.ts';
import * as rejectionReasons from './sessions/rejection-reasons.ts';
import { reasonRoutes, rejectionRoutes } from './sessions/rejection-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import * as savedFilters from './sessions/saved-filters.ts';
import { savedFilterRoutes } from './sessions/saved-filters-routes.ts';
import * as takenBack from './sessions/taken-back.ts';
import { takenBackRoutes } from './sessions/taken-back-routes.ts';
import * as brand from './settings/brand.ts';
import { brandRoutes } from './settings/brand-routes.ts';
import * as companyDefaults from './settings/company-defaults.ts';
import { companyDefaultsRoutes } from './settings/company-defaults-routes.ts';
import * as companySettings from './settings/company-settings.ts';
import { companySettingsRoutes } from './settings/company-settings-routes.ts';
import * as retention from './settings/retention.ts';
import { retentionRoutes } from './settings/retention-routes.ts';
import * as downloads from './sharing/downloads.ts';
import { downloadRoutes } from './sharing/downloads-routes.ts';
import * as reports from './sharing/reports.ts';
import { reportRoutes } from './sharing/reports-routes.ts';
import * as shareLinks from './sharing/share-links.ts';
import { shareLinkRoutes } from './sharing/share-links-routes.ts';
import * as shareRules from './sharing/share-rules.ts';
import { shareRuleRoutes } from './sharing/share-rules-routes.ts';
import * as uploads from './uploads/endpoints.ts';
import { uploadRoutes } from './uploads/routes.ts';
import * as alignments from './viewpoints/alignments.ts';
import { alignmentRoutes } from './viewpoints/alignments-routes.ts';
import * as viewpoints from './viewpoints/endpoints.ts';
import { viewpointRoutes } from './viewpoints/routes.ts';

export const api = {
  auth: routes(auth, authRoutes),
  users: routes(users, userRoutes),
  accountLinks: routes(accountLinks, accountLinkRoutes),
  projects: routes(projects, projectRoutes),
  members: routes(projects, memberRoutes),
  sessions: routes(sessions, sessionRoutes),
  presence: routes(presence, presenceRoutes),
  live: routes(live, liveRoutes),
  brand: routes(brand, brandRoutes),
  rejection: routes(rejection, rejectionRoutes),
  rejectionReasons: routes(rejectionReasons, reasonRoutes),
  savedFilters: routes(savedFilters, savedFilterRoutes),
  media: routes(media, mediaRoutes),
  takenBack: routes(takenBack, takenBackRoutes),
  viewpoints: routes(viewpoints, viewpointRoutes),
  alignments: routes(alignments, alignmentRoutes),
  checks: routes(checks, checkRoutes),
  checklist: routes(checklist, checklistRoutes),
  disputes: routes(disputes, disputeRoutes),
  anchors: routes(anchors, anchorRoutes),
  news: routes(news, newsRoutes),
  notifications: routes(notifications, notificationRoutes),
  notificationPreferences: routes(notificationPreferences, notificationPreferenceRoutes),
  digests: routes(digests, digestRoutes),
  shareLinks: routes(shareLinks, shareLinkRoutes),
  shareRules: routes(shareRules, shareRuleRoutes),
  dashboard: routes(dashboard, dashboardRoutes),
  downloads: routes(downloads, downloadRoutes),
  reports: routes(reports, reportRoutes),
  figures: routes(figures, figureRoutes),
  history: routes(history, historyRoutes),
  auditLog: routes(auditLog, auditLogRoutes),
  companySettings: routes(companySettings, companySettingsRoutes),
  companyDefaults: routes(companyDefaults, companyDefaultsRoutes),
  retention: routes(retention, retentionRoutes),
  demoRequests: routes(demoRequests, demoRequestRoutes),
  push: routes(push, pushRoutes),
  webhooks: routes(webhooks, webhookRoutes),
  uploads: routes(uploads, uploadRoutes),
};
