// Makes the contract light for the browser: a call keeps what asking needs, and what a page does not name falls out.
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
 * Forms name their schema themselves, and so still have it.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        return { code: lighten(code, this.parse(code)), map: null };
      },
    },
  };
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
