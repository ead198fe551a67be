// Asks the server itself for what a page shows first, as the person who opens it, so that the answers can travel inside the page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type CacheVersions,
  type DehydratedQuery,
  dehydrateQuery,
  type InitialCall,
  initialUrl,
  type PreloadedState,
} from '#contract/preloaded-state.ts';
import { toResponse } from '#contract/request.ts';

/** Milliseconds; a page is not held up by a database that is: what comes later the browser asks for itself. */
export const preloadPatience = { milliseconds: 300 };

async function load(app: FastifyInstance, request: FastifyRequest, call: InitialCall): Promise<DehydratedQuery | null> {
  const { cookie = '', host = '' } = request.headers;
  const url = initialUrl(call);
  const answer = await app.inject({ method: 'GET', url, headers: { cookie, host }, remoteAddress: request.ip });
  if (answer.statusCode !== 200) return null;
  const total = answer.headers['x-total-count']?.toString();
  return dehydrateQuery(
    call,
    toResponse(call.endpoint, answer.json(), { link: answer.headers.link?.toString(), total }),
  );
}

/** What is refused or late is left out. `versions` are taken before anything is read: a change in between makes them old ones. */
export async function preloadData(
  app: FastifyInstance,
  request: FastifyRequest,
  { calls, versions }: { calls: readonly InitialCall[]; versions: CacheVersions },
): Promise<PreloadedState> {
  const answers: (DehydratedQuery | null)[] = calls.map(() => null);
  const asking = calls.map(async (call, index) => {
    answers[index] = await load(app, request, call).catch(() => null);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, preloadPatience.milliseconds);
  });
  await Promise.race([Promise.all(asking), late]);
  clearTimeout(timer);
  return { versions, queries: answers.filter((answer) => answer !== null) };
}
