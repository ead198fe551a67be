// The published description: OpenAPI 3.1 made from the table of calls itself, and a page to read it on.
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Route } from '#contract/core/route.ts';
import { roles } from '#contract/policy.ts';
import { escapeHtml } from '#server/lib/well-formed.ts';
import { toJsonSchema as toJson, webhookMessages, webhookMessagesHtml } from './webhook-messages.ts';

type Table = Record<string, Record<string, Route>>;

function parameters(route: Route) {
  const from = (schema: z.core.$ZodType, where: 'path' | 'query') => {
    const { properties = {}, required = [] } = toJson(schema, 'input');
    return Object.entries(properties).map(([name, shape]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: shape,
    }));
  };
  const params = [...from(route.params, 'path'), ...from(route.query, 'query')];
  if (route.method === 'GET') return params;
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } };
  return [...params, key];
}

const problem = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A sentence that a person can act on.' },
    code: { type: 'string' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    present: { type: 'object', description: 'With the code `stale`: what is to be edited, as it is now.' },
  },
};

/** Of every call; those of calls with a body, and of calls with an Idempotency-Key, come on top. */
const refusals: Record<string, string> = {
  400: 'A field is wrong; issues name it.',
  401: 'Nobody is logged in.',
  403: 'Seen, but not allowed.',
  404: 'Unknown, or not visible to the asker.',
  409: 'The present state does not allow it; with the code `stale`, `present` holds it.',
  429: 'Too many tries; see Retry-After.',
  503: 'The database is away; see Retry-After.',
};
const ofBodies = { 413: 'The body is too large.', 415: 'Not JSON, or a file of a kind that is not taken.' };
const ofRanges = { 416: 'The Range lies outside the file.' };
const ofKeys = { 422: 'The Idempotency-Key was already used with another body.' };

const listHeaders = {
  Link: { description: 'The next page: <address>; rel="next". Missing on the last one.', schema: { type: 'string' } },
  'X-Total-Count': { description: 'The whole count; on the first page only.', schema: { type: 'integer' } },
};

function refusalsOf(route: Route, takesBody: boolean): Record<string, string> {
  return {
    ...refusals,
    ...(takesBody ? ofBodies : {}),
    ...(route.method === 'GET' ? {} : ofKeys),
    ...(route.reply === '*/*' ? ofRanges : {}),
  };
}

function replyContent(route: Route) {
  if (typeof route.reply === 'string') return { [route.reply]: {} };
  const reply = toJson(route.reply, 'input');
  return { 'application/json': { schema: route.list ? { type: 'array', items: reply } : reply } };
}

/** Whom the route's rule admits; which rows they may use may be less. */
function accessOf({ access }: Route): string {
  if (access === 'anyone') return 'For anybody.';
  const admitted = roles.filter((role) => access({ kind: 'person', id: 0, role }));
  return admitted.length === roles.length ? 'For everybody who is logged in.' : `For ${admitted.join(' and ')}.`;
}

function operation(noun: string, name: string, route: Route) {
  const body = toJson(route.body, 'input');
  const takesBody = route.method !== 'GET' && Object.keys(body.properties ?? {}).length > 0;
  const required = (body.required ?? []).length > 0;
  const headers = route.list ? { headers: listHeaders } : {};
  return {
    operationId: name,
    tags: [noun],
    summary: route.summary,
    description: accessOf(route),
    parameters: parameters(route),
    ...(takesBody ? { requestBody: { required, content: { 'application/json': { schema: body } } } } : {}),
    ...(route.access === 'anyone' ? { security: [] } : {}),
    responses: {
      [route.status]: { description: 'Done', ...headers, content: replyContent(route) },
      ...Object.fromEntries(
        Object.entries(refusalsOf(route, takesBody)).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
        ]),
      ),
    },
  };
}

/** The whole table as an OpenAPI 3.1 document. */
export function openApiDocument(api: Table, title: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [noun, calls] of Object.entries(api)) {
    for (const [name, route] of Object.entries(calls)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(noun, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1.0.0',
      description:
        'JSON in, JSON out, by the login cookie. Lists take limit and cursor; the next page stands in the Link header, the whole count in X-Total-Count of the first page.',
    },
    security: [{ login: [] }],
    components: {
      schemas: { Problem: problem },
      securitySchemes: { login: { type: 'apiKey', in: 'cookie', name: 'topout_login' } },
    },
    paths,
    webhooks: webhookMessages(),
  };
}

function callHtml(route: Route): string {
  const fields = (schema: Route['reply']) =>
    typeof schema === 'string'
      ? schema
      : Object.keys(toJson(schema, 'input').properties ?? {})
          .map((name) => `<code>${escapeHtml(name)}</code>`)
          .join(', ');
  const row = (label: string, text: string) => (text ? `<dt>${label}</dt><dd>${text}</dd>` : '');
  return `<section><h3><code>${route.method} ${escapeHtml(route.path)}</code></h3><p>${escapeHtml(route.summary)} ${accessOf(route)}</p>
<dl>${row('Query', fields(route.query))}${row('Body', fields(route.body))}${row(route.list ? 'Each row' : 'Reply', fields(route.reply))}</dl></section>`;
}

/** A page without any script: every call with its fields; the exact shapes are in openapi.json. */
export function openApiHtml(api: Table, title: string): string {
  const nouns = Object.entries(api)
    .map(([noun, calls]) => `<h2 id="${noun}">${escapeHtml(noun)}</h2>${Object.values(calls).map(callHtml).join('')}`)
    .join('');
  const links = Object.keys(api)
    .map((noun) => `<a href="#${noun}">${escapeHtml(noun)}</a>`)
    .concat('<a href="#messages">webhook messages</a>')
    .join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} API</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}nav a{margin-right:.8rem}
section{border-top:1px solid #8884;padding:.5rem 0}h3{margin:.5rem 0}dl{display:grid;grid-template-columns:6rem 1fr;gap:.2rem 1rem;margin:0}dd{margin:0}
</style></head><body><h1>${escapeHtml(title)} API</h1><p>JSON in, JSON out, by the login cookie. The exact shapes: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Nouns">${links}</nav>${nouns}${webhookMessagesHtml()}</body></html>`;
}

/** Serves both, made once. */
export function registerOpenApi(app: FastifyInstance, api: Table, readBrand: () => Promise<{ name: string }>): void {
  const make = (title: string) => ({
    title,
    openapi: JSON.stringify(openApiDocument(api, title)),
    html: openApiHtml(api, title),
  });
  let made: ReturnType<typeof make> | null = null;
  /** Made once for as long as the company is called so. */
  const present = async () => {
    const { name } = await readBrand();
    if (made?.title !== name) made = make(name);
    return made;
  };
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((await present()).openapi),
  );
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((await present()).html));
}
