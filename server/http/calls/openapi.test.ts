// The claims about the published description: what it says of each call is what the call does.
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { webhookKinds } from '#contract/notifications/webhooks.ts';
import { openApiDocument, openApiHtml } from './openapi.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean };
  responses: Record<string, { headers?: Record<string, unknown> }>;
};

const { paths } = openApiDocument(api, 'Topout');
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
);
const of = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;

test('every call stands in it, with the parameters of its path', () => {
  expect(operations).toHaveLength(Object.values(api).flatMap((calls) => Object.values(calls)).length);
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
  }
});

test('a body is required only where a field of it is', () => {
  expect(of('createSession')?.requestBody?.required).toBe(true);
  expect(of('approveSession')?.requestBody?.required).toBe(false);
  expect(of('resubmitSession')?.requestBody?.required).toBe(false);
  expect(of('testPush')?.requestBody).toBeUndefined();
});

test('refusals that a call can give are named, and those it cannot are not', () => {
  expect(Object.keys(of('createSession')?.responses ?? {})).toEqual(expect.arrayContaining(['413', '415', '422']));
  expect(Object.keys(of('sessions')?.responses ?? {})).not.toContain('422');
  expect(Object.keys(of('approveSession')?.responses ?? {})).toEqual(expect.arrayContaining(['409', '422']));
});

test('a list documents the headers of its next page and its whole count', () => {
  expect(Object.keys(of('sessions')?.responses[200]?.headers ?? {})).toEqual(['Link', 'X-Total-Count']);
  expect(of('getSession')?.responses[200]?.headers).toBeUndefined();
});

test('the messages of webhooks stand in it: each kind with its headers and body', () => {
  const { webhooks } = openApiDocument(api, 'Topout');
  expect(Object.keys(webhooks)).toEqual([...webhookKinds, 'test']);
  const { post } = webhooks['concern.raised'] as { post: Operation & { requestBody: unknown } };
  expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(JSON.stringify(post.requestBody)).toMatch(/"const":"concern.raised".*/);
  for (const field of ['timestamp', 'projectId', 'sessionId', 'concernId'])
    expect(JSON.stringify(post.requestBody)).toContain(field);
  expect(Object.keys(post.responses)).toEqual(['2XX']);
  const page = openApiHtml(api, 'Topout');
  for (const word of [...webhookKinds, 'webhook-signature', 'concernId']) expect(page).toContain(word);
});

test('the page to read holds no script and lets no title break out', () => {
  const html = openApiHtml(api, '<script>x</script>');
  expect(html).not.toContain('<script');
});
