// What a page brings along when it names an endpoint: the endpoint, and neither Zod nor a schema.
import fs from 'node:fs';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

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
  const served = ['api.ts', 'route.ts'];
  const files = fs
    .readdirSync('contract')
    .filter((name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name) && !served.includes(name));
  const code = await bundle(files.map((name) => `export * from '#contract/${name}';`).join('\n'));
  expect(code).toContain('/api/sessions');
  expect(code).not.toMatch(/zod/i);
});
