// Draws the picture of docs/HOUSE.md, rooms and a request's way, from its own walls. `node scripts/house-picture.mjs` updates it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWalls } from './module-boundaries.mjs';
import { root as project } from './run.mjs';

const page = 'docs/HOUSE.md';
const place = /(<!-- picture: [^\n]* -->\n)[\s\S]*?(\n<!-- end of picture -->)/;
const contract = ['contract', '', 'pages', 'nouns:', 'endpoints', 'routes', 'core', 'policy'];

/** Each step with the file that implements it. */
const way = [
  ['web/lib/api/queries.ts', 'a page asks: useApiQuery; use-mutation.ts beside it changes something'],
  ['web/lib/api/http-client.ts', "sends the endpoint's method, path and input"],
  ['server/http/calls/register-routes.ts', 'who asks (401), may they (403, 404), does the input fit (400)'],
  ['server/features/sessions/handlers.ts', 'the handler of the noun, one for each call'],
  ['server/visibility.ts', 'which rows this person may see, as SQL'],
  ['server/db/transaction.ts', 'a change, its notices and its topics commit together'],
  ['server/http/calls/serializer.ts', 'only fields that the schema declares leave'],
  ['server/websocket/hub.ts', 'tells open pages which topics and rows changed'],
  ['web/lib/api/live-changes.ts', 'fetches those again'],
];

/**
 * What is wrong with the picture: it is outdated, or names a file that no longer exists.
 * @param {string} root the project's folder
 */
export function pictureFaults(root) {
  const text = fs.readFileSync(path.join(root, page), 'utf8');
  const gone = way.map(([file = '']) => file).filter((file) => !fs.existsSync(path.join(root, file)));
  return [
    ...gone.map((file) => `scripts/house-picture.mjs names ${file}, which does not exist.`),
    ...(withPicture(text) === text ? [] : [`${page} has an old picture: run node scripts/house-picture.mjs.`]),
  ];
}

/** @param {string} text the page */
export function withPicture(text) {
  const picture = [...roomsDrawn(readWalls(text)), '', ...wayDrawn()].map((line) => line.trimEnd()).join('\n');
  return text.replace(place, (_, begin, end) => `${begin}\`\`\`\n${picture}\n\`\`\`${end}`);
}

/** @param {import('./module-boundaries.mjs').Walls} walls */
function roomsDrawn(walls) {
  const [web, server] = ['web', 'server'].map((room) => stack(room, walls[room] ?? []));
  const middle = box(contract, 9);
  const height = Math.max(web?.length ?? 0, server?.length ?? 0, middle.length + 2);
  const offset = Math.floor((height - middle.length) / 2);
  const arrows = offset + 2;
  return Array.from({ length: height }, (_, at) => {
    const between = at === arrows ? ['──▶', '◀──'] : ['   ', '   '];
    return [filled(web, at), between[0], filled(middle, at - offset), between[1], filled(server, at)].join(' ');
  });
}

/** The levels of a room, stacked: each may import those below it. @param {string} room @param {string[][]} levels */
function stack(room, levels) {
  const names = levels.map((level) => level.join(' · '));
  const width = Math.max(...names.map((name) => name.length));
  return [`${room}/`, ...names.flatMap((name, at) => box([name], width).slice(0, at === names.length - 1 ? 3 : 2))].map(
    (line, at) => (at > 1 && line.startsWith('┌') ? line.replace('┌', '├').replace('┐', '┤') : line),
  );
}

/** @param {string[]} lines @param {number} width */
function box(lines, width) {
  const rule = '─'.repeat(width + 2);
  return [`┌${rule}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${rule}┘`];
}

/** @param {string[] | undefined} lines @param {number} at */
function filled(lines = [], at) {
  return (lines[at] ?? '').padEnd(Math.max(...lines.map((line) => line.length)));
}

function wayDrawn() {
  const width = Math.max(...way.map(([file = '']) => file.length));
  return way.map(([file = '', step], at) => `${at + 1}  ${file.padEnd(width)}  ${step}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(project, page);
  fs.writeFileSync(file, withPicture(fs.readFileSync(file, 'utf8')));
}
