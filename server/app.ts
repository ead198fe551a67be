// Puts the server together: calls, live channel, pages. It does not listen yet; main.ts makes it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { registerAbout } from './app/about.ts';
import { createMedia } from './app/create-media.ts';
import { createGuestRender } from './app/guest-render.ts';
import { createJobLanes } from './app/job-lanes.ts';
import { createDeliveryLanes, createOutgoing } from './app/outgoing.ts';
import type { Config } from './config.ts';
import { changeChannel, parseChangeEvent } from './db/change-events.ts';
import type { Database } from './db/open.ts';
import { createBrandReader } from './db/settings/brand.ts';
import { createDefaultsReader } from './db/settings/company-defaults.ts';
import { createSettingsReader } from './db/settings/company-settings.ts';
import { createTransactionRunner } from './db/transaction.ts';
import { accountLinks, linkPages } from './features/accounts/account-links.ts';
import { auth } from './features/accounts/auth.ts';
import { demoRequests } from './features/accounts/demo-requests.ts';
import { registerLoginForm } from './features/accounts/login-form.ts';
import { users } from './features/accounts/users.ts';
import { auditLog } from './features/audit/handlers.ts';
import { anchors, disputes } from './features/disputes/handlers.ts';
import { registerMailCutouts } from './features/disputes/mail-cutout.ts';
import { mediaHandlers, noteDamage } from './features/media/handlers.ts';
import { createImageListCache } from './features/media/image-list-cache.ts';
import { createLinkedFiles } from './features/media/linked-files.ts';
import { createReleasedFiles } from './features/media/released-files.ts';
import { createUrlSigner } from './features/media/signed-urls.ts';
import { createOutbox, readyChannels } from './features/notifications/deliveries.ts';
import { notifications } from './features/notifications/handlers.ts';
import { loadLeaving } from './features/notifications/leaving.ts';
import { live } from './features/notifications/live.ts';
import { notificationPreferences } from './features/notifications/notification-preferences.ts';
import { push } from './features/notifications/push.ts';
import { registerUnsubscribe } from './features/notifications/unsubscribe.ts';
import { webhooks } from './features/notifications/webhooks.ts';
import { dashboard } from './features/overview/dashboard.ts';
import { figures } from './features/overview/figures.ts';
import { history } from './features/overview/history.ts';
import { registerMailPictures } from './features/projects/digests/picture-route.ts';
import { digests } from './features/projects/digests.ts';
import { projects } from './features/projects/handlers.ts';
import { members } from './features/projects/members.ts';
import { checklist } from './features/sessions/checklist.ts';
import { checks } from './features/sessions/checks.ts';
import { sessions } from './features/sessions/handlers.ts';
import { news } from './features/sessions/news.ts';
import { presence } from './features/sessions/presence.ts';
import { rejection, rejectionReasons } from './features/sessions/rejection.ts';
import { savedFilters } from './features/sessions/saved-filters.ts';
import { takenBack } from './features/sessions/taken-back.ts';
import { brand } from './features/settings/brand.ts';
import { companyDefaults } from './features/settings/company-defaults.ts';
import { companySettings } from './features/settings/company-settings.ts';
import { retention } from './features/settings/retention.ts';
import { downloads } from './features/sharing/downloads.ts';
import { createGuestWatch } from './features/sharing/guest-pages/watch.ts';
import { registerGuestPages } from './features/sharing/guest-pages.ts';
import { openReportDesk, reports } from './features/sharing/reports.ts';
import { endUnshared } from './features/sharing/share-links/lost-rights.ts';
import { shareLinks } from './features/sharing/share-links.ts';
import { shareRules } from './features/sharing/share-rules.ts';
import { uploads } from './features/uploads/handlers.ts';
import { alignments } from './features/viewpoints/alignments.ts';
import { viewpoints } from './features/viewpoints/handlers.ts';
import { coverageOfLink } from './features/viewpoints/link-coverage.ts';
import { createLimitCounters } from './http/calls/person-limits.ts';
import { type AllHandlers, registerRoutes } from './http/calls/register-routes.ts';
import { createServer } from './http/fastify-server.ts';
import { createCsrfGuard } from './http/login/csrf.ts';
import { createLogins } from './http/login/login.ts';
import { componentsFile, createPageRenderer } from './http/pages/page-renderer.ts';
import { registerPages } from './http/pages/spa-pages.ts';
import { registerViteDev, startVite } from './http/pages/vite-dev.ts';
import { registerSecurityHeaders } from './http/security/security-headers.ts';
import { jobChannel, type Lane } from './jobs.ts';
import { createMemoizer } from './lib/memoize.ts';
import { notFound } from './lib/problem.ts';
import { createResponseCache } from './lib/response-cache.ts';
import { createPasswordRules } from './lib/secrets/password-rules.ts';
import { createSealedBox } from './lib/secrets/sealed-box.ts';
import { createWebSocketHub } from './websocket/hub.ts';

/** What the server is built from. `pages`: folder of the built browser part; null serves calls only. `demoMedia`: the demo's pictures. */
type AppDependencies = { config: Config; database: Database; pages: string | null; demoMedia: string | null };

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

/** The pages as they were built, with the login form that needs no script. */
async function registerBrowserPart(app: FastifyInstance, deps: AppDependencies, services: Services): Promise<void> {
  const { config, pages } = deps;
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
  const vite = development ? await startVite(app) : null;
  const guestRender = createGuestRender(app, vite);
  registerUnsubscribe(app, { ...services, guestRender, secret: config.secret });
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
    guestRender,
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
  app.addHook('preClose', async () => media.analyzer.close());
  app.addHook('onClose', async () => {
    await Promise.all(all.map((lane) => lane.stop()));
  });
  app.addHook('onClose', logins.close);
  app.addHook('onClose', media.close);
  app.addHook('onClose', messages.close);
  if (vite) registerViteDev(app, vite);
  else await registerBrowserPart(app, deps, services);
  return app;
}
