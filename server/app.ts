// Puts the server together: calls, live channel, pages. It does not listen yet; main.ts makes it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { registerAbout } from './app/about.ts';
import { createMedia } from './app/create-media.ts';
import { createJobLanes } from './app/job-lanes.ts';
import { createDeliveryLanes, createOutgoing } from './app/outgoing.ts';
import type { Config } from './config.ts';
import { createBrandReader } from './db/brand.ts';
import { changeChannel, parseChangeEvent } from './db/change-events.ts';
import { createDefaultsReader } from './db/company-defaults.ts';
import { createSettingsReader } from './db/company-settings.ts';
import type { Database } from './db/open.ts';
import { createTransactionRunner } from './db/transaction.ts';
import { accountLinks, linkPages } from './features/account-links.ts';
import { alignments } from './features/alignments.ts';
import { auditLog } from './features/audit-log.ts';
import { registerLoginForm } from './features/auth/login-form.ts';
import { auth } from './features/auth.ts';
import { brand } from './features/brand.ts';
import { checklist } from './features/checklist.ts';
import { checks } from './features/checks.ts';
import { companyDefaults } from './features/company-defaults.ts';
import { companySettings } from './features/company-settings.ts';
import { dashboard } from './features/dashboard.ts';
import { createOutbox, readyChannels } from './features/deliveries.ts';
import { demoRequests } from './features/demo-requests.ts';
import { registerMailPictures } from './features/digests/picture-route.ts';
import { digests } from './features/digests.ts';
import { registerMailCutouts } from './features/disputes/mail-cutout.ts';
import { anchors, disputes } from './features/disputes.ts';
import { downloads } from './features/downloads.ts';
import { figures } from './features/figures.ts';
import { createGuestWatch } from './features/guest-pages/watch.ts';
import { registerGuestPages } from './features/guest-pages.ts';
import { history } from './features/history.ts';
import { live } from './features/live.ts';
import { noteDamage } from './features/media/damaged-pictures.ts';
import { createImageListCache } from './features/media/image-list-cache.ts';
import { createLinkedFiles } from './features/media/linked-files.ts';
import { createReleasedFiles } from './features/media/released-files.ts';
import { createUrlSigner } from './features/media/signed-urls.ts';
import { mediaHandlers } from './features/media.ts';
import { members } from './features/members.ts';
import { news } from './features/news.ts';
import { registerUnsubscribe } from './features/notification-preferences/unsubscribe.ts';
import { notificationPreferences } from './features/notification-preferences.ts';
import { loadLeaving } from './features/notifications/leaving.ts';
import { notifications } from './features/notifications.ts';
import { presence } from './features/presence.ts';
import { projects } from './features/projects.ts';
import { push } from './features/push.ts';
import { rejection, rejectionReasons } from './features/rejection.ts';
import { openReportDesk, reports } from './features/reports.ts';
import { retention } from './features/retention.ts';
import { savedFilters } from './features/saved-filters.ts';
import { sessions } from './features/sessions.ts';
import { endUnshared } from './features/share-links/lost-rights.ts';
import { shareLinks } from './features/share-links.ts';
import { shareRules } from './features/share-rules.ts';
import { takenBack } from './features/taken-back.ts';
import { uploads } from './features/uploads.ts';
import { users } from './features/users.ts';
import { coverageOfLink } from './features/viewpoints/link-coverage.ts';
import { viewpoints } from './features/viewpoints.ts';
import { webhooks } from './features/webhooks.ts';
import { createCsrfGuard } from './http/csrf.ts';
import { createServer } from './http/fastify-server.ts';
import { createLogins } from './http/login.ts';
import { componentsFile, createPageRenderer } from './http/page-renderer.ts';
import { createLimitCounters } from './http/person-limits.ts';
import { type AllHandlers, registerRoutes } from './http/register-routes.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerPages } from './http/spa-pages.ts';
import { registerViteDev } from './http/vite-dev.ts';
import { jobChannel, type Lane } from './jobs.ts';
import { createMemoizer } from './lib/memoize.ts';
import { createPasswordRules } from './lib/password-rules.ts';
import { notFound } from './lib/problem.ts';
import { createResponseCache } from './lib/response-cache.ts';
import { createSealedBox } from './lib/sealed-box.ts';
import { createWebSocketHub } from './websocket/hub.ts';

/** What the server is built from. `pages`: folder of the built browser part; null serves calls only. `demoMedia`: the demo's pictures. */
export type AppDependencies = { config: Config; database: Database; pages: string | null; demoMedia: string | null };

/** What every feature shares in one process. */
function createServices(app: FastifyInstance, deps: AppDependencies) {
  const { config, database } = deps;
  const db = database.query;
  const cache = createResponseCache();
  const box = createSealedBox(config.secret, 'deliveries');
  const write = createTransactionRunner(database, cache.invalidate, createOutbox(config, box));
  const logins = createLogins({ db, write, secret: config.secret, secure: isHttps(config) });
  const csrf = createCsrfGuard(config);
  const media = createMedia(deps);
  const live = createWebSocketHub({
    logins,
    origin: csrf,
    load: (ids) => loadLeaving({ db, ...media }, ids),
    cacheVersions: cache.cacheVersions,
    log: app.log,
  });
  const signer = createUrlSigner(config.secret);
  media.thumbnails.onDamage((file) => {
    void noteDamage(db, file).catch((error: unknown) => app.log.warn(error, 'a damaged picture was not written down'));
  });
  const released = createReleasedFiles({ db, write, ...media, now: Date.now });
  const memoizer = createMemoizer(cache);
  const settings = createSettingsReader(db, memoizer);
  const defaults = createDefaultsReader(config.uploads);
  const brand = createBrandReader(db, config.brand, memoizer);
  const messages = createOutgoing(config);
  const guests = createGuestWatch(db, () => endUnshared(db, write));
  const { desk, removeEnded } = openReportDesk(app, db, config);
  const shared = {
    cache,
    memoizer,
    settings,
    brand,
    box,
    write,
    logins,
    who: logins.who,
    refuseForeign: csrf.refuseForeign,
    live,
    signer,
    media,
    released,
  };
  return { db, guests, messages, desk, removeEnded, defaults, ...shared };
}
type Services = ReturnType<typeof createServices>;

function isHttps({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

function registerFeatures(app: FastifyInstance, services: Services, config: Config): void {
  const { db, write, cache, memoizer, settings, who, refuseForeign, logins, media, signer, released } = services;
  const { messages, desk, defaults, brand: readBrand } = services;
  const listLinked = createLinkedFiles({ db, ...media });
  const rules = createPasswordRules({ min: config.passwordMin, company: async () => (await readBrand()).name });
  const mailReady = readyChannels(config).has('mail');
  const features: AllHandlers<typeof api> = {
    auth: auth(logins, rules),
    users: users(logins, rules, media.decoder),
    accountLinks: accountLinks({ logins, rules, config }),
    projects: projects({ rules, config }),
    members,
    sessions: sessions({ listFiles: released.listFiles, listLinked, defaults }),
    savedFilters,
    presence,
    live: live(cache),
    rejection: rejection(listLinked, media.thumbnails),
    rejectionReasons,
    brand: brand({ standing: config.brand, decoder: media.decoder }),
    media: mediaHandlers({ ...media, signer, imageLists: createImageListCache(cache), coverageOf: coverageOfLink }),
    takenBack: takenBack(media),
    viewpoints: viewpoints(media),
    disputes: disputes({ settings, ...media }),
    anchors: anchors({ settings, ...media }),
    alignments: alignments(media),
    checks,
    checklist,
    shareLinks: shareLinks({ secret: config.secret, publicUrl: config.publicUrl, runWrite: write }),
    shareRules,
    downloads: downloads({ ...media, log: app.log }),
    reports: reports({ ...media, settings, brand: readBrand, config, desk }),
    news,
    notifications,
    notificationPreferences: notificationPreferences({ mailReady, settings, defaults }),
    digests: digests({ settings }),
    dashboard,
    figures: figures({ settings }),
    history,
    auditLog,
    companySettings,
    companyDefaults: companyDefaults({ read: defaults, uploads: config.uploads }),
    retention,
    demoRequests,
    push: push({ ...messages, sidOf: logins.sidOf }),
    webhooks: webhooks({ ...messages, ...messages.outgoing }),
    uploads: uploads({ store: media.uploads, defaults, db }),
  };
  const limits = createLimitCounters(config.limits);
  const deps = { db, write, cache, memoizer, secret: config.secret, limits, who, refuseForeign, ...media };
  registerRoutes(app, { api, features }, deps);
}

/** What any process wrote: cached responses are dropped, ended logins forgotten, sockets notified. */
function subscribeToChanges({ database }: AppDependencies, { cache, logins, live, guests, removeEnded }: Services) {
  return database.listen(
    changeChannel,
    (payload) => {
      const event = parseChangeEvent(payload);
      if (!event) return;
      // Also what this process wrote: on a busy machine the change is heard before the writer learns of its commit.
      cache.invalidate(event.topics);
      logins.onChange(event);
      guests.changed(event.topics);
      if (event.topics.includes('shareLinks')) removeEnded();
      void live.carry(event);
    },
    (connected) => {
      cache.setConnected(connected);
      logins.setConnected(connected);
      guests.changed(['projects']);
      live.listening(connected);
    },
  );
}

/** The pages as they were built, with the login form that needs no script; in development Vite's. */
async function registerBrowserPart(app: FastifyInstance, deps: AppDependencies, services: Services): Promise<void> {
  const { config, pages } = deps;
  if (config.development) return registerViteDev(app);
  if (pages === null) {
    app.setNotFoundHandler(() => {
      throw notFound('Address');
    });
    return;
  }
  const { db, logins, who, refuseForeign, cache, brand } = services;
  const { demo } = config;
  const sample = config.sampleProject !== null;
  const components = join(pages, componentsFile);
  const renderer = existsSync(components) ? createPageRenderer(components, app) : null;
  if (renderer) app.addHook('onClose', renderer.close);
  const { cacheVersions } = cache;
  const facts = { brand, demo, sample, uploads: config.uploads !== null, ...linkPages(db, config) };
  const { failedLogin } = await registerPages(app, pages, {
    ...facts,
    who,
    cacheVersions,
    renderer,
    fileIds: services.media.fileIds,
  });
  registerLoginForm(app, { db, logins, refuseForeign, failed: failedLogin });
}

/** The whole server as a value; `inject` works without listening. `app.close()` ends sockets, the database stays the caller's. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  const { config, database } = deps;
  const { development, linkHosts, publicUrl } = config;
  const app = createServer(config);
  await registerSecurityHeaders(app, { https: isHttps(config), development, linkHosts });
  // Only pages read one cookie: parsing all of them for every request would be in vain.
  await app.register(cookie, { hook: false });

  const services = createServices(app, deps);
  const { live, logins, media, messages, brand } = services;
  logins.endLeft(app);
  await live.attach(app);
  registerFeatures(app, services, config);
  registerUnsubscribe(app, { ...services, secret: config.secret });
  registerMailPictures(app, { ...media, db: services.db, secret: config.secret });
  registerMailCutouts(app, { db: services.db, secret: config.secret });
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'));
  registerAbout(app, { config, brand, ping: database.ping, sockets: live.count });

  await registerGuestPages(app, {
    ...media,
    db: services.db,
    imageLists: createImageListCache(services.cache),
    watch: services.guests,
    settings: services.settings,
    desk: services.desk,
    runWrite: services.write,
    log: app.log,
    refuseForeign: services.refuseForeign,
    secret: config.secret,
    brand,
    publicUrl,
    sample: config.sampleProject,
  });

  const subscription = subscribeToChanges(deps, services);
  const lanes = createJobLanes({ ...services, config, log: app.log });
  const all: Lane[] = [...lanes, ...createDeliveryLanes({ ...services, database, config, log: app.log })];
  app.addHook('onListen', async () => {
    for (const lane of all) lane.start();
  });
  const calls = database.listen(
    jobChannel,
    (kind) => {
      for (const lane of lanes) lane.wake(kind);
    },
    () => undefined,
  );
  app.addHook('preClose', subscription.close);
  app.addHook('preClose', calls.close);
  app.addHook('preClose', async () => services.guests.close());
  // A pair that is being aligned is not waited for: it stays to be done.
  app.addHook('preClose', async () => media.aligner.close());
  app.addHook('preClose', async () => media.looker.close());
  app.addHook('onClose', async () => {
    await Promise.all(all.map((lane) => lane.stop()));
  });
  app.addHook('onClose', logins.close);
  app.addHook('onClose', media.close);
  app.addHook('onClose', messages.close);
  await registerBrowserPart(app, deps, services);
  return app;
}
