// Puts the server together: contract, live channel, pages. Building listens to nothing; main.ts does.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { api } from '#contract/api.ts';
import type { Config } from './config.ts';
import { type ChangeEvent, changeChannel, isFromThisProcess } from './db/change-events.ts';
import type { Database } from './db/open.ts';
import { createTransactionRunner } from './db/transaction.ts';
import { registerLoginForm } from './features/auth/login-form.ts';
import { auth } from './features/auth.ts';
import { createCleanupJob } from './features/cleanup-job.ts';
import { dashboard } from './features/dashboard.ts';
import { demoRequests } from './features/demo-requests.ts';
import { disputes } from './features/disputes.ts';
import { history } from './features/history.ts';
import { registerFileRoutes } from './features/media/file-routes.ts';
import { createImageListCache } from './features/media/image-list-cache.ts';
import { registerImageRoutes } from './features/media/image-routes.ts';
import { mediaJobs } from './features/media/jobs.ts';
import { createLinkHealth } from './features/media/link-health.ts';
import { registerLinkPreviewRoute } from './features/media/link-preview.ts';
import { createReleasedFiles } from './features/media/released-files.ts';
import { createUrlSigner } from './features/media/signed-urls.ts';
import { media } from './features/media.ts';
import { members } from './features/members.ts';
import { loadNotifications, notifications } from './features/notifications.ts';
import { registerPhotoRoute } from './features/profile-photo.ts';
import { projects } from './features/projects.ts';
import { sessions } from './features/sessions.ts';
import { users } from './features/users.ts';
import { createCsrfGuard } from './http/csrf.ts';
import { errorHandler } from './http/error-handler.ts';
import { registerHealthRoutes } from './http/health.ts';
import { createLogins } from './http/login.ts';
import { openApiDocument, openApiHtml } from './http/openapi.ts';
import { type AllHandlers, registerRoutes } from './http/register-routes.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerPages } from './http/spa-pages.ts';
import { registerViteDev } from './http/vite-dev.ts';
import { registerWebManifest } from './http/web-manifest.ts';
import { createJobRunner } from './jobs.ts';
import { createMemoizer } from './lib/memoize.ts';
import { notFound } from './lib/problem.ts';
import { createResponseCache } from './lib/response-cache.ts';
import { createDirectLinkSource } from './media/direct-link.ts';
import { createDriveSource } from './media/drive.ts';
import { createLocalSource } from './media/local.ts';
import { createProbe } from './media/probe.ts';
import { createSafeFetch, type SafeFetch } from './media/safe-fetch.ts';
import { createSourceRouter } from './media/source-router.ts';
import { createThumbnails } from './media/thumbnails.ts';
import { createWebSocketHub } from './websocket/hub.ts';

/** What the server stands on. `pages`: folder of the built browser part; null serves calls only. `demoMedia`: the demo's pictures. */
export type AppDependencies = { config: Config; database: Database; pages: string | null; demoMedia: string | null };

const mebibyte = 1024 * 1024;

/** Fastify takes addresses or a function; a number of hops becomes one. */
function trusted(setting: Config['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

function serverOptions(config: Config): FastifyServerOptions {
  return {
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    bodyLimit: mebibyte,
    requestTimeout: 30_000,
    // A ticket holds a link and an item, each of up to 1000 characters.
    routerOptions: { maxParamLength: 6000 },
    // What cannot even be read as an address is refused in our own words too.
    frameworkErrors: errorHandler,
  };
}

/** Where an address leads whoever asks; its page is not read. */
async function askOutside(outside: SafeFetch, url: string): Promise<{ status: number; host: string }> {
  const { status, host, body } = await outside.open(url);
  body.destroy();
  return { status, host };
}

/** JSON only; an empty body with a JSON content type is no body (decisions §4). */
function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
}

function logAnswers(app: FastifyInstance): void {
  // Hooks that are called back at once: a promise for each would cost every answer a turn.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip } = request;
    const path = url.split('?')[0];
    request.log.info({ method, path, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}

function publish(app: FastifyInstance, title: string): void {
  const openapi = JSON.stringify(openApiDocument(api, title));
  const html = openApiHtml(api, title);
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(openapi));
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'));
}

/** Anybody who may connect to the database may notify on the channel; what is none of ours is passed over. */
function parseChangeEvent(payload: string): ChangeEvent | null {
  try {
    const notice: unknown = JSON.parse(payload);
    return Array.isArray(Object(notice).topics) ? (notice as ChangeEvent) : null;
  } catch {
    return null;
  }
}

/** Hears what every process wrote: ready answers drop, ended logins die, sockets are told. */
function subscribeToChanges(
  house: AppDependencies,
  told: {
    ready: ReturnType<typeof createResponseCache>;
    logins: ReturnType<typeof createLogins>;
    live: ReturnType<typeof createWebSocketHub>;
  },
) {
  const { ready, logins, live } = told;
  return house.database.listen(
    changeChannel,
    (payload) => {
      const notice = parseChangeEvent(payload);
      if (!notice) return;
      if (!isFromThisProcess(notice)) ready.changed(notice.topics);
      logins.heard(notice);
      void live.carry(notice);
    },
    (up) => {
      ready.hearing(up);
      logins.listening(up);
      live.listening(up);
    },
  );
}

/** The whole server as a value; `inject` works without listening. `app.close()` ends sockets, the database stays the caller's. */
export async function buildApp(house: AppDependencies): Promise<FastifyInstance> {
  const { config, database } = house;
  const app = Fastify(serverOptions(config));
  app.setErrorHandler(errorHandler);
  logAnswers(app);
  takeJsonOnly(app);
  const https = config.publicUrl?.startsWith('https:') ?? false;
  await registerSecurityHeaders(app, { https, development: config.development, linkHosts: config.linkHosts });
  // Pages ask for one of them; parsing all of them for every answer would be in vain.
  await app.register(cookie, { hook: false });

  const ready = createResponseCache();
  const write = createTransactionRunner(database, ready.changed);
  const logins = createLogins({ db: database.query, write, secret: config.secret, secure: https });
  const origin = createCsrfGuard(config);
  const live = createWebSocketHub({
    logins,
    origin,
    load: (ids) => loadNotifications(database.query, ids),
    cacheVersion: ready.cacheVersion,
    log: app.log,
  });
  await live.attach(app);

  const outside = createSafeFetch();
  const source = createSourceRouter({
    local: createLocalSource({ demo: house.demoMedia, mediaRoot: config.mediaRoot }),
    drive: createDriveSource({ fetch: outside, drive: config.drive }),
    web: createDirectLinkSource({ fetch: outside }),
  });
  const probe = createProbe({ source, ask: (url) => askOutside(outside, url) });
  const tickets = createUrlSigner(config.secret);
  const hosts = config.linkHosts;
  const pictures = createThumbnails({
    folder: join(config.dataDir, 'pictures'),
    mostBytes: config.mediaCacheMegabytes * mebibyte,
  });

  const features: AllHandlers<typeof api> = {
    auth: auth(logins),
    users: users(logins),
    projects,
    members,
    sessions,
    media: media({ source, hosts, probe, tickets }),
    disputes,
    notifications,
    dashboard,
    history,
    demoRequests,
  };
  registerRoutes(
    app,
    { api, features },
    {
      db: database.query,
      write,
      ready,
      remembered: createMemoizer(ready),
      secret: config.secret,
      who: logins.who,
      refuseForeign: origin.refuseForeign,
    },
  );
  registerPhotoRoute(app, { db: database.query, who: logins.who });
  const shown = { db: database.query, who: logins.who, hosts, source, pictures };
  registerImageRoutes(app, { ...shown, known: createImageListCache(ready) });
  registerFileRoutes(app, shown);
  registerLinkPreviewRoute(app, { ...shown, tickets });
  publish(app, config.brand.name);
  registerWebManifest(app, config.brand.name);
  registerHealthRoutes(app, { ping: database.ping, sockets: live.count, metricsToken: config.metricsToken });
  const ear = subscribeToChanges(house, { ready, logins, live });
  const handlers = {
    housekeeping: createCleanupJob(database.query),
    ...mediaJobs(
      createReleasedFiles({ db: database.query, source, hosts, now: Date.now }),
      createLinkHealth({ db: database.query, write, probe, hosts, now: Date.now }),
    ),
  };
  const jobs = createJobRunner({ db: database.query, handlers, log: app.log });
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', ear.close);
  app.addHook('onClose', jobs.stop);
  app.addHook('onClose', logins.close);
  app.addHook('onClose', outside.close);
  if (config.development) await registerViteDev(app);
  else if (house.pages) {
    const { failedLogin } = await registerPages(app, house.pages, {
      brand: config.brand,
      demo: config.demo,
      who: logins.who,
      cacheVersion: ready.cacheVersion,
    });
    const { refuseForeign } = origin;
    registerLoginForm(app, { db: database.query, logins, refuseForeign, failed: failedLogin });
  } else
    app.setNotFoundHandler(() => {
      throw notFound('Address');
    });
  return app;
}
