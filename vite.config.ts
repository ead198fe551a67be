// How the browser's part is built into build/web; in development the server runs this same Vite inside itself.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContract } from './scripts/light-contract.ts';

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
  },
});
