// The contract that the browser gets says the same as the one that the server reads, and weighs next to nothing.

import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { lightContract } from './strip-schemas-plugin.ts';

/** Bundles a module that says what it is given, as the browser's build would. */
async function bundle(source: string): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      lightContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? source : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  return made.output[0].code;
}

it('every call keeps its method, path, status, topics and whether it is a list', async () => {
  const code = await bundle(`export { api } from '#contract/api.ts';`);
  const light = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).api;
  const asked = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, { method, path, status, topics, list }]) => ({
      noun,
      name,
      method,
      path,
      status,
      topics,
      list,
    })),
  );
  expect(asked.length).toBeGreaterThan(40);
  for (const { noun, name, ...call } of asked) expect(light[noun][name], `${noun}.${name}`).toEqual(call);
});

it('a page that names one call and one table of words brings neither Zod nor the rest', async () => {
  const code = await bundle(
    `import { approveSession, sessionStatusLabels } from '#contract/sessions.ts'; console.log(approveSession, sessionStatusLabels);`,
  );
  expect(code.length).toBeLessThan(600);
});

it('a form that names its schema still has it', async () => {
  const code = await bundle(`export { Credentials } from '#contract/auth.ts';`);
  const { Credentials } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(Credentials.safeParse({ username: '', password: '' }).success).toBe(false);
});

it('the calls of a file are one module and its schemas another, so that a dialog’s form stays out of a list', async () => {
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      lightContract(),
      {
        name: 'entry',
        resolveId: (id) => (/^(list|dialog)$/.test(id) ? id : null),
        load: (id) => {
          if (id === 'list')
            return `import { sessions } from '#contract/sessions.ts'; console.log(sessions, () => import('dialog'));`;
          return id === 'dialog'
            ? `import { NewSession } from '#contract/sessions.ts'; console.log(NewSession);`
            : null;
        },
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'list' } },
  })) as Rolldown.RolldownOutput;
  const first = made.output.find((part) => part.type === 'chunk' && part.isEntry) as Rolldown.OutputChunk;
  expect(first.code).toContain('/api/sessions');
  expect(first.imports).toEqual([]);
  expect(first.code).not.toContain('Date is required');
});
