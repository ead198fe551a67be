// What a page brings along when it names an endpoint: the endpoint, and neither Zod nor a schema.
import fs from 'node:fs';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { del, patch, post, put } from './endpoint.ts';

/** Bundles a module that says what it is given, as the browser's build would. */
async function bundle(source: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : null),
    load: (id: string) => (id === 'entry' ? source : null),
  };
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  return made.output[0].code;
}

test('a page that names one endpoint and one table of labels brings neither Zod nor other endpoints', async () => {
  const code = await bundle(
    `import { approveSession, sessionStatusLabels } from '#contract/sessions/endpoints.ts'; console.log(approveSession, sessionStatusLabels);`,
  );
  expect(code).toContain('/api/sessions/:id/approve');
  expect(code).not.toContain('/api/sessions/:id/reject');
  expect(code.length).toBeLessThan(900);
});

test('nothing beside the schemas and routes brings Zod into a page', async () => {
  const files = fs
    .readdirSync('contract', { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/(\.test|\.d|routes|-schemas|api|media-kind|storable-link|core\/(route|fields|sealed))\.ts$/.test(name),
    );
  const code = await bundle(files.map((name, nth) => `export * as file${nth} from '#contract/${name}';`).join('\n'));
  expect(code).toContain('/api/sessions');
  expect(code).not.toMatch(/zod/i);
});

test('a mutation that does not say what it changes and whether it carries a key does not compile', () => {
  // @ts-expect-error
  post('/api/sessions', {});
  // @ts-expect-error
  put('/api/sessions/:id', { topics: ['sessions'] });
  // @ts-expect-error
  del('/api/sessions/:id', { idempotencyKey: false });
  expect(patch('/api/sessions/:id', { topics: [], idempotencyKey: true })).toMatchObject({ status: 200, topics: [] });
});
