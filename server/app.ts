// Puts the server together: contract, live channel, pages. Building listens to nothing; main.ts does.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { api } from '#contract/api.ts';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import { isOwn, type Notice, noticeChannel, openWriter } from './db/transaction.ts';
import { loginForm } from './features/auth/login-form.ts';
import { auth } from './features/auth.ts';
import { housekeeping } from './features/cleanup-job.ts';
import { dashboard } from './features/dashboard.ts';
import { demoRequests } from './features/demo-requests.ts';
import { disputes } from './features/disputes.ts';
import { history } from './features/history.ts';
import { fileRoute } from './features/media/file-routes.ts';
import { openKnownImages } from './features/media/image-list-cache.ts';
import { pictureRoutes } from './features/media/image-routes.ts';
import { mediaJobs } from './features/media/jobs.ts';
import { openLinkHealth } from './features/media/link-health.ts';
import { linkPictureRoute } from './features/media/link-preview.ts';
import { openPins } from './features/media/released-files.ts';
import { openTickets } from './features/media/signed-urls.ts';
import { media } from './features/media.ts';
import { members } from './features/members.ts';
import { loadNotifications, notifications } from './features/notifications.ts';
import { photoRoute } from './features/profile-photo.ts';
import { projects } from './features/projects.ts';
import { sessions } from './features/sessions.ts';
import { users } from './features/users.ts';
import { openOrigin } from './http/csrf.ts';
import { answerProblem } from './http/error-handler.ts';
import { watchHealth } from './http/health.ts';
import { openLogins } from './http/login.ts';
import { describe, describeHtml } from './http/openapi.ts';
import { type Features, mount } from './http/register-routes.ts';
import { setHeaders } from './http/security-headers.ts';
import { servePages } from './http/spa-pages.ts';
import { serveSources } from './http/vite-dev.ts';
import { serveManifest } from './http/web-manifest.ts';
import { openJobs } from './jobs.ts';
import { openRemembered } from './lib/memoize.ts';
import { notFound } from './lib/problem.ts';
import { openReadyAnswers } from './lib/response-cache.ts';
import { openWebSource } from './media/direct-link.ts';
import { openDriveSource } from './media/drive.ts';
import { openLocalSource } from './media/local.ts';
import { openProbe } from './media/probe.ts';
import { type Fetch, openFetch } from './media/safe-fetch.ts';
import { openSources } from './media/source-router.ts';
import { openPictures } from './media/thumbnails.ts';
import { openLive } from './websocket/hub.ts';

/** What the server stands on. `pages`: folder of the built browser part; null serves calls only. `demoMedia`: the demo's pictures. */
export type House = { config: Config; database: Database; pages: string | null; demoMedia: string | null };

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
    frameworkErrors: answerProblem,
  };
}

/** Where an address leads whoever asks; its page is not read. */
async function askOutside(outside: Fetch, url: string): Promise<{ status: number; host: string }> {
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
  const openapi = JSON.stringify(describe(api, title));
  const html = describeHtml(api, title);
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(openapi));
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'));
}

/** Anybody who may connect to the database may notify on the channel; what is none of ours is passed over. */
function readNotice(payload: string): Notice | null {
  try {
    const notice: unknown = JSON.parse(payload);
    return Array.isArray(Object(notice).topics) ? (notice as Notice) : null;
  } catch {
    return null;
  }
}

/** Hears what every process wrote: ready answers drop, ended logins die, sockets are told. */
function hear(
  house: House,
  told: {
    ready: ReturnType<typeof openReadyAnswers>;
    logins: ReturnType<typeof openLogins>;
    live: ReturnType<typeof openLive>;
  },
) {
  const { ready, logins, live } = told;
  return house.database.listen(
    noticeChannel,
    (payload) => {
      const notice = readNotice(payload);
      if (!notice) return;
      if (!isOwn(notice)) ready.changed(notice.topics);
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
export async function buildApp(house: House): Promise<FastifyInstance> {
  const { config, database } = house;
  const app = Fastify(serverOptions(config));
  app.setErrorHandler(answerProblem);
  logAnswers(app);
  takeJsonOnly(app);
  const https = config.publicUrl?.startsWith('https:') ?? false;
  await setHeaders(app, { https, development: config.development, linkHosts: config.linkHosts });
  // Pages ask for one of them; parsing all of them for every answer would be in vain.
  await app.register(cookie, { hook: false });

  const ready = openReadyAnswers();
  const write = openWriter(database, ready.changed);
  const logins = openLogins({ db: database.query, write, secret: config.secret, secure: https });
  const origin = openOrigin(config);
  const live = openLive({
    logins,
    origin,
    load: (ids) => loadNotifications(database.query, ids),
    moment: ready.moment,
    log: app.log,
  });
  await live.attach(app);

  const outside = openFetch();
  const source = openSources({
    local: openLocalSource({ demo: house.demoMedia, mediaRoot: config.mediaRoot }),
    drive: openDriveSource({ fetch: outside, drive: config.drive }),
    web: openWebSource({ fetch: outside }),
  });
  const probe = openProbe({ source, ask: (url) => askOutside(outside, url) });
  const tickets = openTickets(config.secret);
  const hosts = config.linkHosts;
  const pictures = openPictures({
    folder: join(config.dataDir, 'pictures'),
    mostBytes: config.mediaCacheMegabytes * mebibyte,
  });

  const features: Features<typeof api> = {
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
  mount(
    app,
    { api, features },
    {
      db: database.query,
      write,
      ready,
      remembered: openRemembered(ready),
      secret: config.secret,
      who: logins.who,
      refuseForeign: origin.refuseForeign,
    },
  );
  photoRoute(app, { db: database.query, who: logins.who });
  const shown = { db: database.query, who: logins.who, hosts, source, pictures };
  pictureRoutes(app, { ...shown, known: openKnownImages(ready) });
  fileRoute(app, shown);
  linkPictureRoute(app, { ...shown, tickets });
  publish(app, config.brand.name);
  serveManifest(app, config.brand.name);
  watchHealth(app, { ping: database.ping, sockets: live.count, metricsToken: config.metricsToken });
  const ear = hear(house, { ready, logins, live });
  const handlers = {
    housekeeping: housekeeping(database.query),
    ...mediaJobs(
      openPins({ db: database.query, source, hosts, now: Date.now }),
      openLinkHealth({ db: database.query, write, probe, hosts, now: Date.now }),
    ),
  };
  const jobs = openJobs({ db: database.query, handlers, log: app.log });
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', ear.close);
  app.addHook('onClose', jobs.stop);
  app.addHook('onClose', logins.close);
  app.addHook('onClose', outside.close);
  if (config.development) await serveSources(app);
  else if (house.pages) {
    const { failedLogin } = await servePages(app, house.pages, {
      brand: config.brand,
      demo: config.demo,
      who: logins.who,
      moment: ready.moment,
    });
    const { refuseForeign } = origin;
    loginForm(app, { db: database.query, logins, refuseForeign, failed: failedLogin });
  } else
    app.setNotFoundHandler(() => {
      throw notFound('Address');
    });
  return app;
}
