// How the browser's part is built into build/web; in development the server runs this same Vite inside itself.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContract } from './scripts/light-contract.ts';

/** What brings Radix or date-fns along, and so is fetched when it is first opened. */
const heavy = /[\\/]web[\\/]ui[\\/](dialog|confirm-dialog|menu-list|popover|tabs|toast-view)\.tsx$|relative-time/;
const shared =
  /[\\/]web[\\/](ui|lib)[\\/]|[\\/]contract[\\/].*\?words$|node_modules[\\/](lucide-react|@tanstack[\\/](react-query|query-core))[\\/]/;

function isSharedAndLight(id: string): boolean {
  return !heavy.test(id) && shared.test(id);
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), lightContract()],
  server: { fs: { allow: [import.meta.dirname] } },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    manifest: true,
    // Nothing as data: addresses: the pages' security policy allows what is served by us and no more.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few requests for the first page: what is always there, what the login page needs, and what at least three pages share.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            {
              name: 'field',
              test: /[\\/]web[\\/](ui[\\/](button|field|input|logo)|lib[\\/](leave|house))\.tsx?$/,
              priority: 2,
            },
            { name: 'kit', test: isSharedAndLight, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
});
