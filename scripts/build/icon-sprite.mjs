// A Vite plugin: the pictures of all icons in one SVG file, which loads beside the scripts instead of inside them.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '#scripts/run.mjs';

/** @typedef {[tag: string, attributes: Record<string, string>]} Shape */

const web = path.join(root, 'web');
const iconModule = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.mjs$/;

/**
 * Sources name icons as ever; what is built of each is only its name in the sprite (web/ui/display/sprite-icon.tsx). The browser's scripts and the
 * rendered pages find the same address, because it follows from the sources alone.
 * @returns {Promise<import('vite').Plugin>}
 */
export async function iconSprite() {
  const sprite = await drawSprite(namesIn(web));
  const fileName = `assets/icons-${createHash('sha256').update(sprite).digest('base64url').slice(0, 8)}.svg`;
  return {
    name: 'icon-sprite',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      define: { 'import.meta.env.ICON_SPRITE': JSON.stringify(`/${fileName}`) },
      // Else rendering would take the package as it is.
      ssr: { noExternal: ['lucide-react'] },
    }),
    load(id) {
      const [, name] = iconModule.exec(id) ?? [];
      if (name === undefined || name === 'index') return null;
      const source = JSON.stringify(path.join(web, 'ui/display/sprite-icon.tsx'));
      const code = `import { spriteIcon } from ${source};\nexport default /*#__PURE__*/ spriteIcon(${JSON.stringify(name)});\n`;
      return { code, moduleSideEffects: false };
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: sprite });
    },
  };
}

/** The icons that the sources import, by their names in the library. @param {string} folder @returns {string[]} */
function namesIn(folder) {
  const sources = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(([, list = '']) => list.split(',')),
  );
  const icons = names.map((name) => name.trim().replace(/ as .*/, '')).filter((name) => /^(?!Lucide)\w/.test(name));
  return [...new Set(icons.filter((name) => !name.startsWith('type ')))].sort();
}

/** Each icon as a group of shapes; colours and strokes are those of the picture that shows it. @param {string[]} names */
async function drawSprite(names) {
  const library = fs.readFileSync(path.join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8');
  const groups = await Promise.all(
    names.map(async (name) => {
      const [, file] =
        new RegExp(`default as ${name}[ ,][^}]*\\} from '\\./icons/([\\w-]+)\\.mjs'`).exec(library) ?? [];
      if (!file) throw new Error(`lucide-react has no icon ${name}`);
      const { __iconData } = await import(`lucide-react/icons/${file}`);
      return `<g id="${__iconData.name}">${__iconData.node.map(drawShape).join('')}</g>\n`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[...new Set(groups)].join('')}</svg>\n`;
}

/** @param {Shape} shape */
function drawShape([tag, { key, ...attributes }]) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join('')}/>`;
}
