// Writes the pages that are rendered ahead into the built browser part: web/prerender.tsx says which, the built index.html is their frame.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { closure } from './bundle.mjs';
import { node, Refusal, tool } from './run.mjs';

/** @typedef {{ file: string, source: string, title: string, body: string }} Rendered */

/** @param {string} folder the built browser code */
export async function prerender(folder) {
  const own = path.join(folder, '.prerender');
  const vite = ['build', '-c', 'vite.config.ts', '--ssr', 'prerender.tsx', '--outDir', own, '--logLevel', 'warn'];
  await run([tool('vite/bin/vite.js'), ...vite]);
  // In a process of its own: React needs to be told that this is production, and the server that starts after us must not be.
  await run(['--input-type=module', '--eval', rendering(own)]);
  const pages = /** @type {Rendered[]} */ (JSON.parse(fs.readFileSync(path.join(own, 'pages.json'), 'utf8')));
  for (const page of pages) fs.writeFileSync(path.join(folder, page.file), framed(folder, page));
  fs.rmSync(own, { recursive: true });
  announceApplication(folder);
}

/** Every page behind the login needs the application: the browser fetches it beside the entry, not only when the entry has run. @param {string} folder */
function announceApplication(folder) {
  const file = path.join(folder, 'index.html');
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const html = fs.readFileSync(file, 'utf8');
  const links = [...closure(manifest, ['app/application.tsx'])]
    .filter((script) => !html.includes(script))
    .map((script) => `  <link rel="modulepreload" crossorigin href="/${script}">\n  `);
  fs.writeFileSync(
    file,
    html.replace('</head>', () => `${links.join('')}</head>`),
  );
}

/** @param {string[]} args */
async function run(args) {
  const { code, output } = await node(args, { env: { NODE_ENV: 'production' } });
  if (code === 0) return;
  console.error(output.trim());
  throw new Refusal('The landing and login pages could not be rendered: see above.');
}

/** @param {string} own */
function rendering(own) {
  const module = JSON.stringify(pathToFileURL(path.join(own, 'prerender.js')).href);
  const file = JSON.stringify(path.join(own, 'pages.json'));
  return `import { writeFileSync } from 'node:fs'; import { renderPages } from ${module};
    writeFileSync(${file}, JSON.stringify(await renderPages()));`;
}

/** The built page with this content, and one small script in place of all others. @param {string} folder @param {Rendered} page */
function framed(folder, { source, title, body }) {
  const frame = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const light = writeLight(folder, [...closure(manifest, [source, 'index.html'])]);
  return frame
    .replace(/\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g, '')
    .replace('</head>', () => `  <script type="module" src="${light}"></script>\n  </head>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

/**
 * The page's one script: it fetches all others side by side, but only after the first paint, so that they take nothing from it.
 * @param {string} folder @param {string[]} files
 */
function writeLight(folder, files) {
  const names = files.map((file) => path.posix.basename(file));
  const text = `requestAnimationFrame(()=>setTimeout(()=>${JSON.stringify(names)}.forEach(n=>import('./'+n))));\n`;
  const name = `light-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`;
  fs.writeFileSync(path.join(folder, 'assets', name), text);
  return `/assets/${name}`;
}
