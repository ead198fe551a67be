// The handlers of every noun, each with what it needs.
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Config } from '#server/config.ts';
import { accountLinks } from '#server/features/accounts/account-links.ts';
import { auth } from '#server/features/accounts/auth.ts';
import { demoRequests } from '#server/features/accounts/demo-requests.ts';
import { users } from '#server/features/accounts/users.ts';
import { auditLog } from '#server/features/audit/handlers.ts';
import { anchors, disputes } from '#server/features/disputes/handlers.ts';
import { evidence } from '#server/features/evidence/handlers.ts';
import { mediaHandlers } from '#server/features/media/handlers.ts';
import { createImageListCache } from '#server/features/media/image-routes.ts';
import { createLinkedFiles } from '#server/features/media/linked-files.ts';
import { notifications } from '#server/features/notifications/bell.ts';
import { readyChannels } from '#server/features/notifications/deliveries.ts';
import { live } from '#server/features/notifications/leaving.ts';
import { notificationPreferences } from '#server/features/notifications/notification-preferences.ts';
import { push } from '#server/features/notifications/push.ts';
import { webhooks } from '#server/features/notifications/webhooks.ts';
import { dashboard } from '#server/features/overview/dashboard.ts';
import { figures } from '#server/features/overview/figures.ts';
import { history } from '#server/features/overview/history.ts';
import { mapTiles } from '#server/features/overview/map-tiles.ts';
import { plannedVisits } from '#server/features/planned-visits/handlers.ts';
import { digests } from '#server/features/projects/digests.ts';
import { projects } from '#server/features/projects/handlers.ts';
import { members } from '#server/features/projects/members.ts';
import { checklist } from '#server/features/sessions/checklist.ts';
import { checks } from '#server/features/sessions/checks.ts';
import { sessions } from '#server/features/sessions/handlers.ts';
import { news } from '#server/features/sessions/news.ts';
import { presence } from '#server/features/sessions/presence.ts';
import { rejection, rejectionReasons } from '#server/features/sessions/rejection.ts';
import { savedFilters } from '#server/features/sessions/saved-filters.ts';
import { takenBack } from '#server/features/sessions/taken-back.ts';
import { brand } from '#server/features/settings/brand.ts';
import { companyDefaults, companySettings } from '#server/features/settings/company-settings.ts';
import { retention } from '#server/features/settings/retention.ts';
import { downloads } from '#server/features/sharing/downloads.ts';
import { handovers } from '#server/features/sharing/handovers.ts';
import { packs } from '#server/features/sharing/packs.ts';
import { reports } from '#server/features/sharing/reports.ts';
import { shareLinks } from '#server/features/sharing/share-links.ts';
import { shareRules } from '#server/features/sharing/share-rules.ts';
import { stages } from '#server/features/stages/handlers.ts';
import { uploads } from '#server/features/uploads/handlers.ts';
import { alignments } from '#server/features/viewpoints/alignments.ts';
import { viewpoints } from '#server/features/viewpoints/handlers.ts';
import { coverageOfLink } from '#server/features/viewpoints/open-viewpoints.ts';
import { createLimitCounters } from '#server/http/calls/person-limits.ts';
import { type AllHandlers, registerRoutes } from '#server/http/calls/register-routes.ts';
import { createPasswordRules } from '#server/lib/secrets/password-rules.ts';
import type { SharedParts } from './shared-parts.ts';

/** Serves every call of the contract. */
export function registerFeatures(app: FastifyInstance, parts: SharedParts, config: Config): void {
  const { database, db, write, cache, memoizer, settings, defaults, released, brand: readBrand, pairs } = parts;
  const { who, refuseForeign, logins, signer, messages, desk, packStorage, media } = parts;
  const { source, hosts, fileIds, thumbnails, maps, fileCleaner, decoder, posterOf, probe } = media;
  const listLinked = createLinkedFiles({ db, source, hosts });
  const pinning = { settings, source, hosts, posterOf, thumbnails, decoder, maps };
  const rules = createPasswordRules({ min: config.passwordMin, company: async () => (await readBrand()).name });
  const mailReady = readyChannels(config).has('mail');
  const features: AllHandlers<typeof api> = {
    auth: auth(logins, rules),
    users: users(logins, rules, decoder),
    accountLinks: accountLinks({ logins, rules, config }),
    projects: projects({ rules, config }),
    members,
    sessions: sessions({ listFiles: released.listFiles, listLinked, defaults }),
    savedFilters,
    presence,
    live: live(cache),
    rejection: rejection(listLinked, thumbnails),
    rejectionReasons,
    brand: brand({ configured: config.brand, decoder }),
    media: mediaHandlers({
      source,
      hosts,
      thumbnails,
      maps,
      fileCleaner,
      light: media.light,
      probe,
      signer,
      imageLists: createImageListCache(cache),
      coverageOf: coverageOfLink,
    }),
    takenBack: takenBack({ source, hosts }),
    viewpoints: viewpoints({ source, hosts, pairs }),
    stages: stages({ source, hosts }),
    evidence: evidence({ settings }),
    plannedVisits,
    disputes: disputes(pinning),
    anchors: anchors(pinning),
    alignments: alignments({ source, hosts }),
    checks: checks({ secret: config.secret }),
    checklist,
    shareLinks: shareLinks({ secret: config.secret, publicUrl: config.publicUrl, runWrite: write }),
    shareRules,
    downloads: downloads({ source, hosts, thumbnails, log: app.log }),
    handovers: handovers({ source, hosts, thumbnails, fileCleaner, log: app.log }),
    packs: packs({
      source,
      hosts,
      thumbnails,
      fileIds,
      settings,
      brand: readBrand,
      config,
      desk,
      storage: packStorage,
    }),
    reports: reports({ source, hosts, thumbnails, fileIds, settings, brand: readBrand, config, desk }),
    news: news({ source, hosts, light: media.light }),
    notifications,
    notificationPreferences: notificationPreferences({ mailReady, settings, defaults }),
    digests: digests({ settings }),
    dashboard: dashboard({ hasMap: config.mapTiles !== null }),
    maps: mapTiles(config.mapTiles),
    figures: figures({ settings }),
    history,
    auditLog,
    companySettings,
    companyDefaults: companyDefaults({ read: defaults, uploads: config.uploads }),
    retention,
    demoRequests,
    push: push({ ...messages.push, sidOf: logins.sidOf }),
    webhooks: webhooks({ box: messages.webhooks.box, testOrigins: config.outgoing.testOrigins }),
    uploads: uploads({
      store: media.uploads,
      defaults,
      database,
      source: media.source,
      lightVideos: media.lightVideos,
    }),
  };
  const limits = createLimitCounters(config.limits);
  const deps = { db, write, cache, memoizer, secret: config.secret, limits, who, refuseForeign, fileIds };
  registerRoutes(app, { api, features }, deps);
}
