// Plants one violation of every rule in a small copy of the project, and sees each refused.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundaryHints, boundaryViolations, importsOf } from './module-boundaries.mjs';

const root = process.cwd();
let copy = '';

/** The files of the copy: correct ones first, then one file for each way to break a rule. */
const planted: Record<string, string> = {
  'contract/core/endpoint.ts': 'export const endpoint = 1;',
  'contract/core/knows-a-noun.ts':
    "import { userRoutes } from '#contract/accounts/routes.ts';\n\nexport const known = userRoutes;",
  'contract/accounts/routes.ts': 'export const NewUser = 1;\n\nexport const userRoutes = 1;',
  'contract/api.ts': "import { userRoutes } from './accounts/routes.ts';\n\nexport const api = userRoutes;",
  'contract/reaches-server.ts': "import { open } from '#server/db/open.ts';\n\nexport const reach = open;",
  'contract/takes-all-of-zod.ts': "import * as z from 'zod';\n\nexport const text = z.string();",
  'contract/knows-node.ts': "import fs from 'node:fs';\n\nexport const file = fs.constants;",
  'server/db/open.ts': "import { endpoint } from '#contract/core/endpoint.ts';\n\nexport const open = endpoint;",
  'server/features/sessions/handlers.ts': "import { open } from '#server/db/open.ts';\n\nexport const sessions = open;",
  'server/features/disputes/handlers.ts':
    "import { sessions } from '#server/features/sessions/handlers.ts';\n\nexport const disputes = sessions;",
  'server/features/accounts/users.ts':
    "import { sessions } from '#server/features/sessions/handlers.ts';\n\nexport const users = sessions;",
  'server/features/uploads/handlers.ts':
    "import { shown } from '#server/features/viewpoints/handlers.ts';\n\nexport const uploads = shown;",
  'server/features/viewpoints/handlers.ts': 'export const shown = 1;',
  'server/features/weather/handlers.ts':
    "import { shown } from '#server/features/viewpoints/handlers.ts';\n\nexport const rain = shown;",
  'server/http/calls/register-routes.ts':
    "import { users } from '#server/features/accounts/users.ts';\n\nexport const mount = users;",
  'server/http/speaks-sql.ts': "import { sql } from 'kysely';\n\nexport const words = sql;",
  'server/db/reads-environment.ts': 'export const home = process.env.HOME;',
  'server/features/accounts/forgets.ts':
    'async function later() {\n  return 1;\n}\n\nexport function now() {\n  later();\n}',
  'server/features/reaches-web.ts':
    "import { format } from '#web/lib/format/format.ts';\n\nexport const reach = format;",
  'server/features/reaches-out.ts': "import { request } from 'undici';\n\nexport const reach = request;",
  'server/lib/decodes.ts': "import sharp from 'sharp';\n\nexport const picture = sharp;",
  'server/db/helpers.ts': 'export const help = 1;',
  'web/lib/format/format.ts': 'export const format = 1;',
  'web/lib/format/fetches-pages.ts': "import { page } from '#web/lib/page/page.ts';\n\nexport const fetched = page;",
  'web/lib/page/page.ts': "import { format } from '#web/lib/format/format.ts';\n\nexport const page = format;",
  'web/lib/reaches-up.ts': "import { button } from '#web/ui/button.ts';\n\nexport const up = button;",
  'web/ui/button.ts': "import { format } from '#web/lib/format/format.ts';\n\nexport const button = format;",
  'web/ui/keeps-state.ts': 'export const seen = new Map<string, number>();',
  'web/ui/climbs.ts': "import { format } from '../lib/format.ts';\n\nexport const climb = format;",
  'web/ui/fetches.ts': "export const answer = () => fetch('/api/user');",
  'web/lib/takes-the-table.ts': "import { api } from '#contract/api.ts';\n\nexport const all = api;",
  'web/lib/takes-a-schema.ts':
    "import { NewUser } from '#contract/accounts/routes.ts';\n\nexport const form = NewUser;",
  'web/lib/takes-routes.ts':
    "import { userRoutes } from '#contract/accounts/routes.ts';\n\nexport const rows = userRoutes;",
  'web/lib/reaches-server.ts': "export const reach = () => import('#server/db/open.ts');",
  'web/lib/page/chicken.ts': "import { egg } from './egg.ts';\n\nexport const chicken = (): unknown => egg;",
  'web/lib/page/egg.ts': "import { chicken } from './chicken.ts';\n\nexport const egg = (): unknown => chicken;",
};

/** What the linter reports, by file; it finds nothing in a file that is not named here. */
const lintRefuses: Record<string, string> = {
  'contract/reaches-server.ts': 'noRestrictedImports',
  'contract/takes-all-of-zod.ts': 'noRestrictedImports',
  'contract/knows-node.ts': 'noRestrictedImports',
  'server/db/reads-environment.ts': 'noProcessEnv',
  'server/features/accounts/forgets.ts': 'noFloatingPromises',
  'server/features/reaches-web.ts': 'noRestrictedImports',
  'web/ui/climbs.ts': 'noRestrictedImports',
  'web/ui/fetches.ts': 'noRestrictedGlobals',
  'web/lib/takes-the-table.ts': 'noRestrictedImports',
  'web/lib/takes-routes.ts': 'noRestrictedImports',
  'web/lib/reaches-server.ts': 'noRestrictedImports',
  'web/lib/page/chicken.ts': 'noImportCycles',
  'web/lib/page/egg.ts': 'noImportCycles',
};

beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'topout walls '));
  const settings = ['biome.json', '.gitignore', 'package.json', 'tsconfig.base.json', 'docs/HOUSE.md'];
  const rooms = ['contract', 'server', 'web'].map((room) => `${room}/tsconfig.json`);
  for (const file of [...settings, ...rooms]) put(file, fs.readFileSync(path.join(root, file), 'utf8'));
  for (const [file, text] of Object.entries(planted)) put(file, `// A file to test a rule with.\n${text}\n`);
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
});

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

function put(file: string, text: string) {
  fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  fs.writeFileSync(path.join(copy, file), text);
}

function run(tool: string, ...args: string[]) {
  return spawnSync(process.execPath, [path.join(root, 'node_modules', tool), ...args], { cwd: copy, encoding: 'utf8' });
}

test('the linter refuses every planted import, circle and forgotten promise, and nothing sound', () => {
  const answer = run(
    '@biomejs/biome/bin/biome',
    'lint',
    '--reporter=json',
    '--max-diagnostics=200',
    ...roomsOf(planted),
  );
  const { diagnostics } = JSON.parse(answer.stdout) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  const found = new Map<string, string[]>();
  for (const { category, location } of diagnostics) {
    const file = typeof location.path === 'string' ? location.path : location.path.file;
    found.set(file, [...(found.get(file) ?? []), category.split('/').at(-1) ?? '']);
  }
  expect([...found.keys()].sort()).toEqual(Object.keys(lintRefuses).sort());
  for (const [file, rule] of Object.entries(lintRefuses)) expect(found.get(file), file).toContain(rule);
});

test('the compiler refuses an import from one room into another', () => {
  const refused = (room: string) => run('typescript/bin/tsc', '-b', room, '--pretty', 'false').stdout;
  expect(refused('server')).toContain('server/features/reaches-web.ts(2,24): error TS6307');
  expect(refused('web')).toContain('web/lib/reaches-server.ts');
  expect(refused('contract')).toContain('contract/reaches-server.ts(2,22): error TS6307');
});

test('the house refuses an arrow that runs back, a folder on no ladder, SQL in the wrong place, state in a module of pages and a name that says nothing', () => {
  expect(boundaryViolations(copy)).toEqual([
    'contract/core/knows-a-noun.ts imports contract/accounts/routes.ts: core stands below accounts',
    'server/db/helpers.ts has a name that says nothing',
    'server/features/accounts/users.ts imports server/features/sessions/handlers.ts: accounts stands below sessions',
    'server/features/reaches-out.ts fetches by a side door',
    'server/features/uploads/handlers.ts imports server/features/viewpoints/handlers.ts: uploads stands beside viewpoints',
    'server/features/weather/handlers.ts stands in no part of server/features that docs/HOUSE.md names',
    'server/http/calls/register-routes.ts imports server/features/accounts/users.ts: http stands below features',
    'server/http/speaks-sql.ts speaks SQL (kysely): that is for db, scope, http/login-rows, jobs and features',
    'server/lib/decodes.ts decodes pictures without the limits of server/lib/sharp.ts',
    'web/lib/format/fetches-pages.ts imports web/lib/page/page.ts: format stands below page',
    'web/lib/reaches-up.ts imports web/ui/button.ts: lib stands below ui',
    'web/ui/keeps-state.ts keeps state in the module, which renders the pages of many people on the server',
  ]);
});

test('a full folder and a short file are worth a look and no fault', () => {
  const folder = path.join(copy, 'server/websocket');
  fs.mkdirSync(folder);
  for (let nth = 1; nth <= 26; nth += 1)
    fs.writeFileSync(path.join(folder, `part-${nth}.ts`), '// A part.\n'.repeat(20));
  for (const name of ['part-1.test.ts', 'part-2.test.ts']) fs.writeFileSync(path.join(folder, name), '// A test.\n');
  const { folders, files } = boundaryHints(copy);
  const faults = boundaryViolations(copy);
  fs.rmSync(folder, { recursive: true });
  expect(folders).toEqual(['server/websocket 26']);
  expect(files).toContain('web/ui/button.ts');
  expect(files.filter((file) => file.startsWith('server/websocket/'))).toEqual([]);
  expect(faults.filter((fault) => fault.startsWith('server/websocket/'))).toEqual([]);
});

test('a migration whose number comes twice or leaves a gap is refused', () => {
  const folder = path.join(copy, 'server/db/migrations');
  const faultsWith = (...names: string[]) => {
    fs.mkdirSync(folder);
    for (const name of names) fs.writeFileSync(path.join(folder, `${name}.sql`), 'select 1;');
    const faults = boundaryViolations(copy).filter((fault) => fault.startsWith('server/db/migrations/'));
    fs.rmSync(folder, { recursive: true });
    return faults;
  };
  expect(faultsWith('001-users', '002-projects', '003-sessions')).toEqual([]);
  expect(faultsWith('001-users', '002-projects', '002-sessions', '003-concerns')).toEqual([
    'server/db/migrations/002-sessions.sql should have the number 3',
  ]);
  expect(faultsWith('001-users', '003-projects')).toEqual([
    'server/db/migrations/003-projects.sql should have the number 2',
  ]);
});

test('an import is seen in every form it can take, and not in a comment', () => {
  const text = `
    import { a } from './a.ts';
    import type { B } from './b.ts';
    import {
      c,
    } from './c.ts';
    import './d.css';
    export { e } from './e.ts';
    const f = () => import('./f.ts');
    // import { g } from './g.ts';
    /* import { h } from './h.ts'; */
  `;
  expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.css', './e.ts', './f.ts']);
});

function roomsOf(files: Record<string, string>) {
  return [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))];
}
