// The whole table of calls. Only the server imports it: a page names single endpoints, so that it brings no schema along.

import * as accountLinks from '#contract/account-links.ts';
import * as alignments from '#contract/alignments.ts';
import * as anchors from '#contract/anchors.ts';
import * as auditLog from '#contract/audit-log.ts';
import * as auth from '#contract/auth.ts';
import * as brand from '#contract/brand.ts';
import * as checklist from '#contract/checklist.ts';
import * as checks from '#contract/checks.ts';
import * as companyDefaults from '#contract/company-defaults.ts';
import * as companySettings from '#contract/company-settings.ts';
import * as dashboard from '#contract/dashboard.ts';
import * as demoRequests from '#contract/demo-requests.ts';
import * as digests from '#contract/digests.ts';
import * as disputes from '#contract/disputes.ts';
import * as downloads from '#contract/downloads.ts';
import * as figures from '#contract/figures.ts';
import * as history from '#contract/history.ts';
import * as live from '#contract/live.ts';
import * as media from '#contract/media.ts';
import * as news from '#contract/news.ts';
import * as notificationPreferences from '#contract/notification-preferences.ts';
import * as notifications from '#contract/notifications.ts';
import * as presence from '#contract/presence.ts';
import * as projects from '#contract/projects.ts';
import * as push from '#contract/push.ts';
import * as rejection from '#contract/rejection.ts';
import * as rejectionReasons from '#contract/rejection-reasons.ts';
import * as reports from '#contract/reports.ts';
import * as retention from '#contract/retention.ts';
import { accountLinkRoutes } from '#contract/routes/account-links.ts';
import { alignmentRoutes } from '#contract/routes/alignments.ts';
import { anchorRoutes } from '#contract/routes/anchors.ts';
import { auditLogRoutes } from '#contract/routes/audit-log.ts';
import { authRoutes } from '#contract/routes/auth.ts';
import { brandRoutes } from '#contract/routes/brand.ts';
import { checklistRoutes } from '#contract/routes/checklist.ts';
import { checkRoutes } from '#contract/routes/checks.ts';
import { companyDefaultsRoutes } from '#contract/routes/company-defaults.ts';
import { companySettingsRoutes } from '#contract/routes/company-settings.ts';
import { dashboardRoutes } from '#contract/routes/dashboard.ts';
import { demoRequestRoutes } from '#contract/routes/demo-requests.ts';
import { digestRoutes } from '#contract/routes/digests.ts';
import { disputeRoutes } from '#contract/routes/disputes.ts';
import { downloadRoutes } from '#contract/routes/downloads.ts';
import { figureRoutes } from '#contract/routes/figures.ts';
import { historyRoutes } from '#contract/routes/history.ts';
import { liveRoutes } from '#contract/routes/live.ts';
import { mediaRoutes } from '#contract/routes/media.ts';
import { newsRoutes } from '#contract/routes/news.ts';
import { notificationPreferenceRoutes } from '#contract/routes/notification-preferences.ts';
import { notificationRoutes } from '#contract/routes/notifications.ts';
import { presenceRoutes } from '#contract/routes/presence.ts';
import { memberRoutes, projectRoutes } from '#contract/routes/projects.ts';
import { pushRoutes } from '#contract/routes/push.ts';
import { reasonRoutes, rejectionRoutes } from '#contract/routes/rejection.ts';
import { reportRoutes } from '#contract/routes/reports.ts';
import { retentionRoutes } from '#contract/routes/retention.ts';
import { savedFilterRoutes } from '#contract/routes/saved-filters.ts';
import { sessionRoutes } from '#contract/routes/sessions.ts';
import { shareLinkRoutes } from '#contract/routes/share-links.ts';
import { shareRuleRoutes } from '#contract/routes/share-rules.ts';
import { takenBackRoutes } from '#contract/routes/taken-back.ts';
import { uploadRoutes } from '#contract/routes/uploads.ts';
import { userRoutes } from '#contract/routes/users.ts';
import { viewpointRoutes } from '#contract/routes/viewpoints.ts';
import { webhookRoutes } from '#contract/routes/webhooks.ts';
import * as savedFilters from '#contract/saved-filters.ts';
import * as sessions from '#contract/sessions.ts';
import * as shareLinks from '#contract/share-links.ts';
import * as shareRules from '#contract/share-rules.ts';
import * as takenBack from '#contract/taken-back.ts';
import * as uploads from '#contract/uploads.ts';
import * as users from '#contract/users.ts';
import * as viewpoints from '#contract/viewpoints.ts';
import * as webhooks from '#contract/webhooks.ts';
import { routes } from './route.ts';

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
