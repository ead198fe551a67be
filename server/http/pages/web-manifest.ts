// The web manifest: the name, icons and start page with which a device installs the product.
import type { FastifyInstance } from 'fastify';

/** A name under an icon has room for about twelve letters. */
const maxMails = 12;

/** The leading words of a name that fit under an icon; the device cuts a long first word. */
export function shortName(name: string): string {
  const words = name.split(/\s+/);
  const fitting = words.map((_, nth) => words.slice(0, nth + 1).join(' ')).filter((lead) => lead.length <= maxMails);
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
    description: 'See how your building sites progress: photos, panoramas, videos and maps of every visit.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    // From the light theme (web/ui/styles/colours.css); the page itself sets the colour for a dark one.
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

/** Serves it with the company's name; the icons are among the browser's files (scripts/icons.ts). */
export function registerWebManifest(app: FastifyInstance, readBrand: () => Promise<{ name: string }>): void {
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      // Always revalidated, so that a new name applies at once.
      .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
      .send(JSON.stringify(manifestOf((await readBrand()).name))),
  );
}
