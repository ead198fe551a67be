// How the pages for people without a login become one module that the server renders them with, their scripts and styles inside.
import { defineConfig } from 'vite';
import { scriptText } from '#scripts/build/script-text.mjs';

export default defineConfig({
  publicDir: false,
  plugins: [scriptText()],
  // React as in production whatever the server runs as, and nothing left to be looked for at start.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: false,
    target: 'node20',
    // Guests come with any phone.
    cssTarget: ['chrome87', 'safari14', 'firefox78'],
    rolldownOptions: { input: { 'guest-render': 'web/guest-render.tsx' } },
  },
});
