// Puts the server together: calls, live channel, pages. It does not listen yet; main.ts makes it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { registerFeatures } from './app/features.ts';
import { createGuestRender, type LoadGuestRender } from './app/guest-render.ts';
import { createJobLanes } from './app/job-lanes.ts';
import { createDeliveryLanes } from './app/outgoing.ts';
import { type AppDependencies, createSharedParts, isHttps, type SharedParts } from './app/shared-parts.ts';
import { openStorages } from './app/storages.ts';
import type { Config } from './config.ts';
import { changeChannel, parseChangeEvent } from './db/change-events.ts';
import { linkPages } from './features/accounts/account-links.ts';
import { registerLoginForm } from './features/accounts/auth.ts';
import { redirectFormerCrops, registerMailCrops } from './features/disputes/mail-crop.ts';
import { registerSealKeys } from './features/evidence/public-keys.ts';
import { createImageListCache } from './features/media/image-routes.ts';
import { registerUnsubscribe } from './features/notifications/unsubscribe.ts';
import { registerMailPictures } from './features/projects/digests/picture-route.ts';
import { registerVerifyPage } from './features/sharing/guest-pages/verify.ts';
import { registerGuestPages } from './features/sharing/guest-pages.ts';
import { registerOpenApi } from './http/calls/openapi.ts';
import { createServer } from './http/fastify-server.ts';
import { registerHealthRoutes } from './http/health.ts';
import { componentsFile, createPageRenderer } from './http/pages/page-renderer.ts';
import { registerPages } from './http/pages/spa-pages.ts';
import { registerViteDev, startVite } from './http/pages/vite-dev.ts';
import { registerWebManifest } from './http/pages/web-manifest.ts';
import { registerSecurityHeaders } from './http/security/security-headers.ts';
import { registerSecurityTxt } from './http/security/security-txt.ts';
import { measureBacklog } from './jobs/backlog.ts';
import { wakeAtCommits } from './jobs/queue.ts';
import { notFound } from './lib/problem.ts';
import { sealKeyOf } from './lib/secrets/seal-key.ts';

/** What any process wrote: cached responses are dropped, ended logins forgotten, sockets notified. */
function subscribeToChanges({ database }: AppDependencies, { cache, logins, live, guests, removeEnded }: SharedParts) {
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
async function registerBrowserPart(app: FastifyInstance, deps: AppDependencies, parts: SharedParts): Promise<void> {
  const { config, pages } = deps;
  if (pages === null) {
    app.setNotFoundHandler(() => {
      throw notFound('Address');
    });
    return;
  }
  const { db, logins, who, refuseForeign, cache, brand, media } = parts;
  const components = join(pages, componentsFile);
  const renderer = existsSync(components) ? createPageRenderer(components, app) : null;
  if (renderer) app.addHook('onClose', renderer.close);
  const { failedLogin } = await registerPages(app, pages, {
    brand,
    demo: config.demo,
    sample: config.sampleProject !== null,
    uploads: config.uploads !== null,
    ...linkPages(db, config),
    who,
    cacheVersions: cache.cacheVersions,
    renderer,
    fileIds: media.fileIds,
  });
  registerLoginForm(app, { db, logins, refuseForeign, failed: failedLogin });
}

/** What opens by a token in its address, for people without a login: links in mails, and shared pages. */
async function registerPublicPages(
  app: FastifyInstance,
  parts: SharedParts,
  { config, guestRender }: { config: Config; guestRender: LoadGuestRender },
): Promise<void> {
  const { db, write, cache, settings, brand, refuseForeign, guests, desk, media, pairs } = parts;
  const { secret, publicUrl, sampleProject } = config;
  const { source, hosts, fileIds, thumbnails, maps, fileCleaner, light, decoder } = media;
  registerUnsubscribe(app, { db, write, brand, guestRender, secret });
  registerMailPictures(app, { db, source, hosts, thumbnails, secret });
  registerMailCrops(app, { db, secret });
  registerVerifyPage(app, { db, brand, guestRender, settings });
  await registerGuestPages(app, {
    db,
    source,
    hosts,
    fileIds,
    thumbnails,
    maps,
    fileCleaner,
    light,
    decoder,
    imageLists: createImageListCache(cache),
    pairs,
    watch: guests,
    settings,
    desk,
    runWrite: write,
    log: app.log,
    refuseForeign,
    secret,
    brand,
    guestRender,
    publicUrl,
    sample: sampleProject,
  });
}

/** A process for work alone answers whether it is well, and nothing else. */
function refusePeople(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
    if (!url.startsWith('/health/') && url !== '/metrics') throw notFound('Address');
  });
}

/** What programs read about the product: its calls, the name it is installed by, where to report a weakness, and whether it is well. */
function registerAbout(
  app: FastifyInstance,
  { config, database }: AppDependencies,
  { brand, live }: SharedParts,
): void {
  const { metricsToken, publicUrl } = config;
  registerOpenApi(app, api, brand);
  registerWebManifest(app, brand);
  registerSealKeys(app, { db: database.query, key: sealKeyOf(config.secret) });
  registerSecurityTxt(app, { contact: config.brand.email, publicUrl });
  const backlog = () => measureBacklog(database.query);
  registerHealthRoutes(app, { ping: database.ping, sockets: live.count, backlog, metricsToken });
}

/** The whole server as a value; `inject` works without listening. `app.close()` ends sockets, the database stays the caller's. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  const { config, database } = deps;
  const { development, linkHosts } = config;
  const app = createServer(config);
  if (config.role === 'work') refusePeople(app);
  await registerSecurityHeaders(app, { https: isHttps(config), development, linkHosts });
  // Only pages read one cookie: parsing all of them for every request would be in vain.
  await app.register(cookie, { hook: false });

  const storages = await openStorages(config);
  const parts = createSharedParts(app, deps, storages);
  const { live, logins, media, messages, guests } = parts;
  logins.endLeft(app);
  await live.attach(app);
  registerFeatures(app, parts, config);
  const vite = development ? await startVite(app) : null;
  const guestRender = createGuestRender(app, vite);
  await registerPublicPages(app, parts, { config, guestRender });
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'));
  redirectFormerCrops(app);
  registerAbout(app, deps, parts);

  const subscription = subscribeToChanges(deps, parts);
  const lanes = [...createJobLanes(app, parts, { config, guestRender }), ...createDeliveryLanes(app, parts, deps)];
  app.addHook('onListen', async () => {
    if (config.role !== 'web') for (const lane of lanes) lane.start();
    void media.lightVideos
      .sweep()
      .catch((error: unknown) => app.log.warn(error, 'what a killed server left was not removed'));
    // The pages go on without it.
    const problem = await storages.problem();
    if (problem !== null) app.log.error(problem);
  });
  const calls = wakeAtCommits(database, lanes);
  app.addHook('preClose', subscription.close);
  app.addHook('preClose', calls.close);
  app.addHook('preClose', async () => guests.close());
  // A pair that is being aligned is not waited for: it stays to be done.
  app.addHook('preClose', async () => media.aligner.close());
  app.addHook('preClose', async () => media.analyzer.close());
  app.addHook('preClose', async () => media.lightVideos.close());
  app.addHook('onClose', async () => {
    await Promise.all(lanes.map((lane) => lane.stop()));
  });
  app.addHook('onClose', logins.close);
  app.addHook('onClose', media.close);
  app.addHook('onClose', messages.close);
  if (vite) registerViteDev(app, vite);
  else await registerBrowserPart(app, deps, parts);
  return app;
}
