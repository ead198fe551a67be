// Requests a page's initial data from the server itself, as the person who opens it, so that the responses are embedded in the page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import {
  type CacheVersions,
  type DehydratedQuery,
  dehydrateQuery,
  type InitialCall,
  initialUrl,
  type PreloadedState,
} from '#contract/core/preloaded-state.ts';
import { type AnyInput, pagesKeyOf, queryKeyOf, toResponse } from '#contract/core/request.ts';

/**
 * Milliseconds; a page is not held up by a database that is, nor long by what it asks for beyond what it is known to: what comes later
 * the browser asks for itself.
 */
export const preloadPatience = { first: 300, further: 100 };

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

type Preload = {
  calls: readonly InitialCall[];
  /** Taken before anything is read: a change in between makes them old ones. */
  versions: CacheVersions;
  /** In milliseconds; what comes later the browser asks for itself. */
  timeout: number;
};

/** What is refused or late is left out. */
export async function preloadData(
  app: FastifyInstance,
  request: FastifyRequest,
  { calls, versions, timeout }: Preload,
): Promise<PreloadedState> {
  const answers: (DehydratedQuery | null)[] = calls.map(() => null);
  const asking = calls.map(async (call, index) => {
    answers[index] = await load(app, request, call).catch(() => null);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, timeout);
  });
  await Promise.race([Promise.all(asking), late]);
  clearTimeout(timer);
  return { versions, queries: answers.filter((answer) => answer !== null) };
}

const readable = new Map(
  Object.values(api)
    .flatMap((routes): Endpoint[] => Object.values(routes))
    .filter(({ method }) => method === 'GET')
    .map((endpoint) => [endpoint.path, endpoint]),
);

function keyOf({ endpoint, input, growing }: InitialCall): string {
  return JSON.stringify(growing ? pagesKeyOf(endpoint, input) : queryKeyOf(endpoint, input));
}

/** The calls of these keys (RenderedPage) that were not tried before. */
export function missingCalls(missing: readonly string[], tried: readonly InitialCall[]): InitialCall[] {
  const known = new Set(tried.map(keyOf));
  return missing.flatMap((text) => {
    const [path, input, pages] = JSON.parse(text) as [string, AnyInput, string?];
    const endpoint = readable.get(path);
    return endpoint && !known.has(text) ? [{ endpoint, input, growing: pages !== undefined }] : [];
  });
}
