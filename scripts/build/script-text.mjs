// A Vite plugin: `import { text } from './some.ts?script'` is that module with all that it imports, as one small script for browsers, in text.
import { build } from 'vite';

const query = '?script';

/** @returns {import('vite').Plugin} */
export function scriptText() {
  return {
    name: 'script-text',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(query)) return null;
      const found = await this.resolve(id.slice(0, -query.length), importer);
      // The null keeps other plugins from compiling what is text already.
      return found && `\0${found.id}${query}`;
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(query)) return null;
      const { code, modules } = await bundle(id.slice(1, -query.length));
      for (const module of modules) this.addWatchFile(module);
      return `export const text = ${JSON.stringify(code)};`;
    },
  };
}

/** @param {string} entry */
async function bundle(entry) {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      // For guests, who come with any phone.
      target: 'es2021',
      // As a library, so that nothing of Vite's own is added.
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [output] = [built].flat();
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} did not become one script.`);
  return { code: chunk.code, modules: chunk.moduleIds };
}
