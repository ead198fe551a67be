// Makes the contract light for the browser: a call keeps what asking needs, and what a page does not name falls out.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const methods: Record<string, string> = {
  get: 'GET',
  list: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  del: 'DELETE',
};

/**
 * The server checks what it is sent and cuts what it answers by the schemas of a call; the browser reads only their types.
 * Left in place, the first call that a page names would bring every schema and Zod with it: 13 kB of a first load of 80.
 * Forms name their schema themselves, and so still have it. A bundler puts a file into one chunk, whoever names what of it; so each
 * file becomes two, its words (calls, labels) and its schemas, or the schema of a dialog would ride with the calls of a list.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    enforce: 'post',
    load: {
      filter: { id: partOfContract },
      handler: (id) => readFile(id.replace(partOfContract, '.ts'), 'utf8'),
    },
    transform: {
      filter: { id: /\/contract\/.*\.ts(\?(words|schemas))?$/ },
      handler(code, id) {
        const part = partOfContract.exec(id)?.[1];
        const light = lighten(code, this.parse(code));
        const { words, schemas } = sort(this.parse(light).body as Node[]);
        if (part) return { code: keepOnly(part === 'words' ? words : schemas, light, this.parse(light)), map: null };
        const from = (names: string[], name: string) => `export { ${names.join(', ')} } from '${id}?${name}';\n`;
        return { code: from(words, 'words') + from(schemas, 'schemas'), map: null };
      },
    },
  };
}

const partOfContract = /(?<=\/contract\/.*)\.ts\?(words|schemas)$/;

/** What a module exports, sorted by whether Zod has a part in it. */
function sort(body: Node[]): { words: string[]; schemas: string[] } {
  const tainted = new Set(
    body.flatMap((statement) => (statement.type === 'ImportDeclaration' ? schemaNames(statement) : [])),
  );
  const words: string[] = [];
  const schemas: string[] = [];
  for (const statement of body) {
    for (const { name, node } of declaredBy(statement)) {
      if (namesIn(node).some((used) => tainted.has(used))) tainted.add(name);
      if (statement.type === 'ExportNamedDeclaration') (tainted.has(name) ? schemas : words).push(name);
    }
  }
  return { words, schemas };
}

/** Of another contract file we see only the names: schemas begin with a capital, and all fields are schemas. */
function schemaNames(statement: Node): string[] {
  const source = (statement.source as { value: string }).value;
  const all = source.startsWith('zod') || source.endsWith('/fields.ts');
  return (statement.specifiers as Node[])
    .map(({ local }) => (local as { name: string }).name)
    .filter((name) => all || /^[A-Z]/.test(name));
}

function declaredBy(statement: Node): { name: string; node: Node }[] {
  const declaration = (statement.declaration as Node | null) ?? statement;
  const made = declaration.type === 'VariableDeclaration' ? (declaration.declarations as Node[]) : [declaration];
  return made.flatMap((node) => {
    const name = (node.id as { name?: string } | null)?.name;
    return name ? [{ name, node }] : [];
  });
}

/** Every identifier below a node, whatever it stands for. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (!node || typeof node !== 'object') return [];
  const { type, name } = node as { type?: string; name?: unknown };
  return type === 'Identifier' && typeof name === 'string' ? [name] : Object.values(node).flatMap(namesIn);
}

/** The module with only these exports; the rest stays for their use and falls out where nobody has any. */
function keepOnly(names: string[], code: string, program: { body: readonly unknown[] }): string {
  const others = (program.body as Node[]).filter(
    (statement) =>
      statement.type === 'ExportNamedDeclaration' && declaredBy(statement).every(({ name }) => !names.includes(name)),
  );
  return others.reduceRight(
    (text, { start, declaration }) => text.slice(0, start) + text.slice((declaration as Node).start),
    code,
  );
}

type Node = { type: string; start: number; end: number; [part: string]: unknown };

/**
 * The module with its calls cut to method, path, status, topics and list. Everything else that is made at the top is wrapped in a
 * function marked as free of effects, which a bundler drops when nobody names what it makes.
 */
function lighten(code: string, program: { body: readonly unknown[] }): string {
  const made = (program.body as Node[])
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? (statement.declarations as Node[]) : []))
    .map((declared) => declared.init as Node | null)
    .filter((init) => init !== null && makers.has(init.type)) as Node[];
  // From the end on, so that the places of those still to come stay true.
  return made.reduceRight(
    (text, node) => text.slice(0, node.start) + (lightCall(node, code) ?? wrapped(node, code)) + text.slice(node.end),
    code,
  );
}

/** What a bundler must take for an act: calls, but also spreads and templates, which run code of what they hold. */
const makers = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression', 'TemplateLiteral']);

function wrapped(made: Node, code: string): string {
  return `/* @__PURE__ */ (() => (${code.slice(made.start, made.end)}))()`;
}

/** `list('/api/x', { …, topics: ['x'] })` as the plain data that the browser reads of it; undefined for anything else. */
function lightCall(node: Node, code: string): string | undefined {
  if (node.type !== 'CallExpression') return;
  const verb = (node.callee as Node).name as string;
  const [path, words] = node.arguments as Node[];
  const method = methods[verb];
  if (!method || !path || words?.type !== 'ObjectExpression') return;
  const said = (name: string) => {
    const property = (words.properties as Node[]).find(({ key }) => (key as Node | undefined)?.name === name);
    const value = property?.value as Node | undefined;
    return value && code.slice(value.start, value.end);
  };
  const address = code.slice(path.start, path.end);
  const rest = `status: ${said('status') ?? 200}, topics: ${said('topics') ?? '[]'}, list: ${verb === 'list'}`;
  return `{ method: '${method}', path: ${address}, ${rest} }`;
}
