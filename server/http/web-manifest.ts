// The web manifest: under whose name, with which pictures and from which page a device installs the product.
import type { FastifyInstance } from 'fastify';

/** Under an icon there is room for about twelve letters. */
const iconRoom = 12;

/** The leading words of a name that fit under an icon; a long first word is the device's to cut. */
export function shortName(name: string): string {
  const words = name.split(/\s+/);
  const fitting = words.map((_, nth) => words.slice(0, nth + 1).join(' ')).filter((lead) => lead.length <= iconRoom);
  return fitting.at(-1) ?? words[0] ?? name;
}

function manifestOf(name: string) {
  const png = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name,
    short_name: shortName(name),
    description: 'See how your building sites progress: photos, panoramas, films and maps of every visit.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    // Of the light look (web/ui/colours.css); the page itself says the colour of a dark bar.
    theme_color: '#ffffff',
    background_color: '#f7f8fa',
    categories: ['business', 'productivity'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon-192', 192, 'any'),
      png('icon-512', 512, 'any'),
      png('maskable-192', 192, 'maskable'),
      png('maskable-512', 512, 'maskable'),
    ],
  };
}

/** Serves it with the name of the running company; the pictures lie with the browser's part (scripts/icons.ts). */
export function registerWebManifest(app: FastifyInstance, name: string): void {
  const body = JSON.stringify(manifestOf(name));
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' }).send(body),
  );
}
