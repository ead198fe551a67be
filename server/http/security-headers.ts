// What every answer says to the browser about safety: policy of content, frames, referrers and permissions.
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { LinkHosts } from '#contract/links.ts';

/** Hosts whose players and viewers may stand in a frame: section 5.1 of the facts about media hosts. */
const frames = [
  'https://drive.google.com',
  'https://docs.google.com',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://vimeo.com',
  'https://www.google.com',
  'https://my.matterport.com',
  'https://kuula.co',
  'https://app.cloudpano.com',
  'https://www.theasys.io',
  'https://momento360.com',
  'https://roundme.com',
  'https://app.lapentor.com',
  'https://www.zillow.com',
  'https://teliportme.com',
  'https://tour.panoee.net',
  'https://tour.panoee.com',
  'https://storage.net-fs.com',
  'https://*.openspace.ai',
  'https://cloud.pix4d.com',
  'https://ion.cesium.com',
  'https://api.mapbox.com',
  'https://onedrive.live.com',
  'https://*.sharepoint.com',
];
const posters = ['https://img.youtube.com', 'https://i.ytimg.com', 'https://i.vimeocdn.com'];

/** What an answer says about itself, not about safety. */
const untold = new Set(['content-length', 'connection', 'date']);

const permissions =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=*, gyroscope=*, accelerometer=*';

type How = { https: boolean; development: boolean; linkHosts: LinkHosts };

/** Helmet writes the same lines anew for every answer, a tenth of what a ready one costs: they are written once, by a server that says nothing else. */
async function wordsOf(how: How): Promise<Record<string, string>> {
  const own = [...(how.linkHosts.tours ?? []), ...(how.linkHosts.webodm ?? [])].map((host) => `https://${host}`);
  const dev = how.development ? ["'unsafe-inline'"] : [];
  const sample = Fastify();
  await sample.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...dev],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...posters],
        mediaSrc: ["'self'", 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'https:', ...(how.development ? ['ws:'] : [])],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: [...frames, ...own],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        ...(how.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // YouTube refuses to play without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: how.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  sample.get('/', (_request, reply) => reply.send());
  const { headers } = await sample.inject('/');
  await sample.close();
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !untold.has(name))) as Record<string, string>;
}

/** Words that only a page hears: of a script, a picture or an answer they say nothing. */
const onlyForPages = [
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

type Words = Record<string, string>;

/** The same with another policy of content, without what only a page hears: of fifty answers that make a page it is a tenth. */
function without(words: Words, policy: string): Words {
  const kept = Object.entries(words).filter(([name]) => !onlyForPages.includes(name));
  return { ...Object.fromEntries(kept), 'content-security-policy': policy };
}

/** By address: pages hear all, a built file what counts for a worker made of it, an answer of the contract that it shows nothing. */
function wordsByAddress(words: Words): (url: string) => Words {
  const whole = words['content-security-policy'] ?? '';
  const ofAssets = without(words, whole.replace(/frame-src [^;]+/, "frame-src 'none'"));
  const ofAnswers = without(words, "default-src 'none';frame-ancestors 'none'");
  return (url) => {
    if (url.startsWith('/assets/')) return ofAssets;
    return url.startsWith('/api/') && !url.startsWith('/api/docs') ? ofAnswers : words;
  };
}

/**
 * `https`: people reach us by https, so browsers may be told to stay there. `development`: Vite's own scripts and socket.
 * `linkHosts`: the operator's own hosts whose tours and maps may stand in a frame.
 */
export async function registerSecurityHeaders(app: FastifyInstance, how: How): Promise<void> {
  const wordsOn = wordsByAddress({ ...(await wordsOf(how)), 'permissions-policy': permissions });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(wordsOn(request.url));
    done();
  });
}
