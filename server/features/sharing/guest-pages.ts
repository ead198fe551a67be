// The pages of share links: /s/{token} and the live sample, for people without a login (behaviour §16).

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { GuestRender } from '#contract/sharing/guest-pages.ts';
import { guestNameOf, maxGuestName } from '#contract/stages/mark-words.ts';
import type { SampleProject } from '#server/config.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import type { PairRequests } from '#server/features/viewpoints/alignments/pair-requests.ts';
import { toProblem } from '#server/http/calls/error-handler.ts';
import { clientIp, fullIp } from '#server/http/security/client-ip.ts';
import { forbidden, notFound } from '#server/lib/problem.ts';
import { createNameCipher, type NameCipher } from '#server/lib/secrets/file-ids.ts';
import { acknowledgeByLink } from './guest-pages/acknowledge.ts';
import { readFilm } from './guest-pages/film.ts';
import { createGate, digitsOf, type Gate, tryPin } from './guest-pages/gate.ts';
import { createGuestZips } from './guest-pages/guest-zip.ts';
import { guestOf, type OpenLink, samplePath } from './guest-pages/link.ts';
import {
  type GuestMedia,
  sendLevels,
  sendPicture,
  sendPreview,
  sendSphere,
  sendTile,
  sendVideo,
} from './guest-pages/media-routes.ts';
import { countOpen, createPageMarks, type PageMarks } from './guest-pages/opens.ts';
import { type GuestPageParts, sendGone, sendNotice, sendShared, sendText } from './guest-pages/responses.ts';
import { type SharedReports, sendReportFile, sendReportPage } from './guest-pages/shared-report.ts';
import { guestStageName } from './guest-pages/stages.ts';
import { mainView, previewCover, type View, visitView } from './guest-pages/views.ts';
import { visitIdOf } from './guest-pages/visits.ts';
import { maxNeeds, sendLive } from './guest-pages/watch.ts';
import { createPinSealer } from './share-links/secrets.ts';

type Dependencies = GuestMedia &
  SharedReports & {
    runWrite: RunTransaction;
    log: FastifyBaseLogger;
    refuseForeign(request: FastifyRequest): void;
    pairs: PairRequests;
    secret: string;
    sample: SampleProject;
  };
type Served = Dependencies & { marks: PageMarks };
type Asked = { link: OpenLink; request: FastifyRequest; reply: FastifyReply };

const formType = 'application/x-www-form-urlencoded';
/** A name of a hundred signs, each of which may be some twelve characters in a form. */
const maxFormBytes = 4096;
/** The smallest GIF: browsers without script fetch it, previews do not. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const maxPage = 10_000;

const readingOf = (deps: Served, { link }: Pick<Asked, 'link'>) => ({ reader: deps, guest: guestOf(link), link });

function readView(deps: Served, asked: Asked): Promise<View | null> {
  const { request } = asked;
  const reading = readingOf(deps, asked);
  const { id } = request.params as { id?: string };
  if (id !== undefined) {
    const visitId = visitIdOf(id);
    return visitId === null ? Promise.resolve(null) : visitView(reading, visitId);
  }
  const page = Number((request.query as { page?: string }).page ?? 1);
  return mainView(reading, Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1);
}

/** `embedded`: in a frame on one of the sites that its sharer named. */
async function sendView(deps: Served, asked: Asked, embedded = false): Promise<FastifyReply> {
  const { link, reply } = asked;
  const { base, sharedBy, recipient, until, embedSites } = link;
  const view = await readView(deps, asked);
  if (!view) return sendGone(deps, reply);
  const { content, needs, cover, players } = view;
  const sharing = {
    base,
    mark: deps.marks.make(link.id),
    needs: needs.slice(0, maxNeeds),
    sharedWith: sharedBy === null ? null : { recipient, until },
    askAt: embedded ? null : link.askAt,
    embedded,
    preview: cover && deps.publicUrl !== null ? `${deps.publicUrl}${base}/preview.jpg` : null,
  };
  const makesVideos = !embedded && 'film' in content && content.film !== null;
  return sendShared(deps, reply, { content, sharing, players, makesVideos, ...(embedded && { embedSites }) });
}

const notEmbeddable = 'The person who shared this page does not allow it to be embedded in other sites.';

/** A link with a PIN names no sites. */
async function sendEmbedded(deps: Served, asked: Asked): Promise<FastifyReply> {
  if (asked.link.embedSites.length === 0) throw forbidden(notEmbeddable);
  return sendView(deps, asked, true);
}

/** A refusal as a page; what went wrong on our side is logged. */
function createPageErrors(parts: GuestPageParts) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { status, message: sentence, headers } = toProblem(error);
    if (status === 404) return sendGone(parts, reply);
    if (status >= 500) request.log.error({ err: error }, 'shared page');
    return sendNotice(parts, reply.code(status).headers(headers), { kind: 'refused', status, sentence });
  };
}

type Send = (deps: Served, asked: Asked) => Promise<FastifyReply>;

function pageHandlers(deps: Served, gate: Gate) {
  const { runWrite, refuseForeign, secret } = deps;
  const refuse = createPageErrors(deps);
  /** Of the link's own address, whichever of its pages was requested. */
  const askPin = (reply: FastifyReply, { base }: OpenLink, failure: string | null) =>
    sendNotice(deps, reply, { kind: 'pin', base, failure });
  const sealer = createPinSealer(secret);
  const sendZip = createGuestZips(deps);
  const read =
    (send: Send): RouteHandlerMethod =>
    async (request, reply) => {
      try {
        const link = await gate.enter(request);
        if (!gate.isAdmitted(request, link)) return await askPin(reply, link, null);
        return await send(deps, { link, request, reply });
      } catch (error) {
        return refuse(error, request, reply);
      }
    };
  return {
    pages: {
      '': read((served, asked) => sendView(served, asked)),
      '/embed': read(sendEmbedded),
      '/visits/:id': read((served, asked) => sendView(served, asked)),
      '/visits/:id/pictures.zip': read((_, asked) => sendZip(asked)),
      '/visits/:id/report': read(sendReportPage),
      '/visits/:id/report/file': read(sendReportFile),
      '/report': read(sendReportPage),
      '/report/file': read(sendReportFile),
    },

    async enterPin(request: FastifyRequest, reply: FastifyReply) {
      try {
        refuseForeign(request);
        const link = await gate.enter(request);
        const { pinSeal } = link;
        if (pinSeal === null) return reply.redirect(link.base, 303);
        const askAgain = (failure: string) => askPin(reply.code(403), link, failure);
        const pin = digitsOf((Object(request.body) as { pin?: unknown }).pin);
        if (pin.length !== 6) return await askAgain('A PIN has six digits.');
        await gate.countPin(request);
        const outcome = await tryPin({ runWrite, sealer, address: fullIp(request) }, { ...link, pinSeal }, pin);
        if (outcome === 'ended') return await sendGone(deps, reply);
        if (outcome === 'wrong') return await askAgain('This PIN is wrong.');
        gate.admit(reply, link);
        return reply.redirect(link.base, 303);
      } catch (error) {
        return refuse(error, request, reply);
      }
    },

    /** Sent twice, or again because its answer was lost, it is one mark and the same page. */
    async acknowledge(request: FastifyRequest, reply: FastifyReply) {
      try {
        refuseForeign(request);
        const link = await gate.enter(request);
        if (!gate.isAdmitted(request, link)) return await askPin(reply, link, null);
        const id = visitIdOf((request.params as { id: string }).id);
        const stage = id === null ? null : await guestStageName(deps.db, link, id);
        if (id === null || stage === null) return await sendGone(deps, reply);
        const typed = (Object(request.body) as { name?: unknown }).name;
        const name = guestNameOf(typed);
        if (name === null) {
          const failure = `Type your name, with at most ${maxGuestName} characters.`;
          const form = { base: link.base, stage: { id, name: stage }, typed: String(typed ?? ''), failure };
          return await sendNotice(deps, reply.code(400), { kind: 'acknowledge', ...form });
        }
        await gate.countAcknowledgement(request);
        await acknowledgeByLink({ runWrite, address: fullIp(request) }, link, { stageId: id, name });
        return reply.redirect(`${link.base}#stage-${id}`, 303);
      } catch (error) {
        return refuse(error, request, reply);
      }
    },
  };
}

/** As all that a page loads by itself: never kept. */
const asPart = (reply: FastifyReply, type: string) =>
  reply.type(`${type}; charset=utf-8`).headers({ 'cache-control': 'private, no-store', vary: 'Accept-Encoding' });

/** What a page loads: its script and pictures, whose first use counts as an open. */
function partHandlers(deps: Served, gate: Gate) {
  const past =
    (handle: (asked: Asked) => Promise<FastifyReply> | FastifyReply): RouteHandlerMethod =>
    async (request, reply) =>
      handle({ link: await gate.enterAdmitted(request), request, reply });

  async function count({ link, request }: Asked): Promise<void> {
    const { page } = request.query as { page?: unknown };
    if (request.method !== 'GET' || typeof page !== 'string') return;
    if (deps.marks.mayCount(link.id, { mark: page, address: clientIp(request) }))
      await countOpen(deps.runWrite, link, { page, address: fullIp(request) });
  }

  async function sendScript({ reply }: Asked, name: keyof GuestRender['guestScripts']) {
    const { guestScripts } = await deps.guestRender();
    return sendText(asPart(reply, 'text/javascript'), guestScripts[name]);
  }

  return {
    '/pictures/:sessionId/:kind/:item/:size': past((asked) => sendPicture(deps, asked)),
    '/pictures/:sessionId/:kind/:item/sphere': past((asked) => sendSphere(deps, asked)),
    '/pictures/:sessionId/:kind/:item/levels': past((asked) => sendLevels(deps, asked)),
    '/pictures/:sessionId/:kind/:item/tiles/:level/:column/:row': past((asked) => sendTile(deps, asked)),
    // The address of a video in pages that guests have open.
    '/films/:sessionId/:kind/:item': past((asked) => sendVideo(deps, asked)),
    '/films/:sessionId/:kind/:item/light': past((asked) => sendVideo(deps, asked, 'light')),
    '/preview.jpg': past(async (asked) =>
      sendPreview(deps, { ...asked, cover: await previewCover(readingOf(deps, asked)) }),
    ),
    '/live': past((asked) => sendLive(deps.watch, asked)),
    '/script.js': past(async (asked) => {
      await count(asked);
      return sendScript(asked, 'script');
    }),
    '/sphere.js': past((asked) => sendScript(asked, 'sphere')),
    '/map.js': past((asked) => sendScript(asked, 'map')),
    '/show.js': past((asked) => sendScript(asked, 'show')),
    '/film.js': past((asked) => sendScript(asked, 'film')),
    '/film.json': past(async (asked) => {
      const film = await readFilm(readingOf(deps, asked));
      if (!film) throw notFound('Video');
      return sendText(asPart(asked.reply, 'application/json'), JSON.stringify(film));
    }),
    '/open.gif': past(async (asked) => {
      await count(asked);
      return asked.reply.type('image/gif').header('cache-control', 'private, no-store').send(dot);
    }),
  };
}

/** `/s/:token`, and `/sample` where the operator names a project. */
export async function registerGuestPages(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const gate = createGate({
    ...deps,
    sealer: createPinSealer(deps.secret),
    fileNames: createFileNames(deps.secret),
  });
  const served = { ...deps, marks: createPageMarks(deps.secret) };
  const { pages, enterPin, acknowledge } = pageHandlers(served, gate);
  const gets = Object.entries({ ...pages, ...partHandlers(served, gate) });
  await app.register((scope, _options, registered) => {
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    for (const base of ['/s/:token', ...(deps.sample === null ? [] : [samplePath])]) {
      scope.post(base, enterPin);
      scope.post(`${base}/stages/:id/acknowledge`, acknowledge);
      for (const [path, handler] of gets) scope.get(base + path, handler);
    }
    registered();
  });
}

/** Opaque names of files in addresses: a file's id holds the names of the crew's folders. The same file has the same name under one link, and another under every other. */
export function createFileNames(secret: string): (linkId: number) => NameCipher {
  return createNameCipher(secret, 'guest file');
}
