// Asks the server itself for what a page shows first, as the person who opens it, so that the answers can travel inside the page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PreloadedResponse, PreloadedState } from '#contract/preloaded-state.ts';

/** Milliseconds; a page is not held up by a database that is: what comes later the browser asks for itself. */
const patience = 300;

async function ask(app: FastifyInstance, request: FastifyRequest, url: string): Promise<PreloadedResponse | null> {
  const { cookie = '', host = '' } = request.headers;
  const answer = await app.inject({ method: 'GET', url, headers: { cookie, host }, remoteAddress: request.ip });
  if (answer.statusCode !== 200) return null;
  const { link, 'x-total-count': total } = answer.headers;
  return {
    body: answer.json(),
    ...(typeof link === 'string' ? { link } : {}),
    ...(total === undefined ? {} : { total: String(total) }),
  };
}

/** What is refused or late is left out. `cacheVersion` is taken before anything is read: a change in between makes it an old one. */
export async function preloadData(
  app: FastifyInstance,
  request: FastifyRequest,
  { calls, cacheVersion }: { calls: readonly string[]; cacheVersion: PreloadedState['cacheVersion'] },
): Promise<PreloadedState> {
  const answers: PreloadedState['answers'] = {};
  const asking = calls.map(async (url) => {
    const answer = await ask(app, request, url).catch(() => null);
    if (answer) answers[url] = answer;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all(asking), late]);
  clearTimeout(timer);
  return { cacheVersion, answers: { ...answers } };
}
