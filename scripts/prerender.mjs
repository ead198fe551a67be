// Writes the prerendered pages into the built browser part: web/prerender.tsx says which, the built index.html is their template.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { closure } from './bundle.mjs';
import { node, Refusal, tool } from './run.mjs';

/** @typedef {{ file: string, source: string, title: string, body: string }} Rendered */
/** @typedef {{ page: string, source: string }} Source */

/** @param {string} folder the built browser code */
export async function prerender(folder) {
  const own = path.join(folder, '.prerender');
  const vite = ['build', '-c', 'vite.config.ts', '--ssr', 'prerender.tsx', '--outDir', own, '--logLevel', 'warn'];
  await run([tool('vite/bin/vite.js'), ...vite]);
  // In a separate process: React needs NODE_ENV=production, and the server that starts after us must not get it.
  await run(['--input-type=module', '--eval', rendering(own)]);
  const { rendered, skeleton, sources } = /** @type {{ rendered: Rendered[], skeleton: string, sources: Source[] }} */ (
    JSON.parse(fs.readFileSync(path.join(own, 'rendered.json'), 'utf8'))
  );
  for (const page of rendered) fs.writeFileSync(path.join(folder, page.file), framed(folder, page));
  fs.rmSync(own, { recursive: true });
  frameApplication(folder, { skeleton, sources });
}

/**
 * Every page behind the login needs the application: the browser fetches it beside the entry, not only when the entry has run. What each
 * page loads beyond that is written down for the server, which announces it, and for the check of sizes.
 * @param {string} folder @param {{ skeleton: string, sources: Source[] }} application `skeleton`: what is seen before any script
 */
function frameApplication(folder, { skeleton, sources }) {
  const file = path.join(folder, 'index.html');
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const html = fs.readFileSync(file, 'utf8');
  const everywhere = closure(manifest, ['index.html', 'app/application.tsx']);
  const pages = sources.map(({ page, source }) => ({
    page,
    source,
    chunks: [...closure(manifest, [source])].filter((script) => !everywhere.has(script)),
  }));
  fs.writeFileSync(path.join(folder, '.vite/pages.json'), JSON.stringify(pages));
  const links = [...everywhere]
    .filter((script) => !html.includes(script))
    .map((script) => `  <link rel="modulepreload" crossorigin href="/${script}">\n  `);
  const framed = html
    // Here text comes with the scripts and the font after both: its fallback has the same metrics.
    .replace(/\s*<link rel="preload"[^>]* as="font"[^>]*>/, '')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root">', (root) => `${root}${skeleton}`);
  fs.writeFileSync(file, framed);
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
  const file = JSON.stringify(path.join(own, 'rendered.json'));
  return `import { writeFileSync } from 'node:fs'; import { pageSources, renderPages, renderSkeleton } from ${module};
    const rendered = { rendered: await renderPages(), skeleton: renderSkeleton(), sources: pageSources() };
    writeFileSync(${file}, JSON.stringify(rendered));`;
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
