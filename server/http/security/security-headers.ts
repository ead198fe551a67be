// Security headers of every response: content security policy, frames, referrer and permissions.
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { LinkHosts } from '#contract/links/link.ts';
import { serviceWorkerPath } from '#contract/notifications/endpoints.ts';

/** Hosts whose players and viewers may be embedded (behaviour §6.13). */
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

/** Headers of the sample response that are not Helmet's. */
const notOurs = new Set(['content-length', 'connection', 'date']);

const permissions =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=*, gyroscope=*, accelerometer=*';

type HeaderOptions = { https: boolean; development: boolean; linkHosts: LinkHosts };

/**
 * Helmet computes the same headers for every response, a tenth of the cost of a cached one: here they are computed once, by a sample
 * server.
 */
async function helmetHeaders(options: HeaderOptions): Promise<Record<string, string>> {
  const own = [...(options.linkHosts.tours ?? []), ...(options.linkHosts.webodm ?? [])].map(
    (host) => `https://${host}`,
  );
  const dev = options.development ? ["'unsafe-inline'"] : [];
  const sample = Fastify();
  await sample.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Maps packed with ZSTD or LERC are decoded by WebAssembly, in workers under the page's policy; it cannot run text as script.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...dev],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...posters],
        mediaSrc: ["'self'", 'blob:', 'https:'],
        fontSrc: ["'self'"],
        // Maps and pictures of other hosts come through the product. The decoders fetch from data: addresses only, which reach no host.
        connectSrc: ["'self'", 'data:', ...(options.development ? ['ws:'] : [])],
        workerSrc: ["'self'", 'blob:'],
        // Code that writes markup or starts a worker uses the one policy of web/media/frame/trusted-types.ts; Vite's own client has none.
        ...(options.development ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default'] }),
        frameSrc: [...frames, ...own],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // YouTube refuses to play without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  sample.get('/', (_request, reply) => reply.send());
  const { headers } = await sample.inject('/');
  await sample.close();
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notOurs.has(name))) as Record<string, string>;
}

/** Headers that only matter for a page, not for a script, an image or a response of a call; policies say who may frame these. */
const onlyForPages = [
  'x-frame-options',
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

type Headers = Record<string, string>;

/** With another content security policy, without the headers for pages: they are a tenth of the fifty responses of a page. */
function withPolicy(all: Headers, policy: string): Headers {
  const others = Object.entries(all).filter(([name]) => !onlyForPages.includes(name));
  return { ...Object.fromEntries(others), 'content-security-policy': policy };
}

const ofWorkers = ['script-src', 'connect-src', 'worker-src', 'require-trusted-types-for', 'trusted-types'];

/**
 * Workers have the policy of the file that they were made of: what one may load and run. The rest is for pages, in each of fifty responses.
 */
function policyOfWorkers(policy: string): string {
  const kept = policy.split(';').filter((directive) => ofWorkers.includes(directive.split(' ')[0] ?? ''));
  return ["default-src 'none'", ...kept, "frame-ancestors 'none'"].join(';');
}

/**
 * By address: pages get all headers, built files those that a worker made of them needs, calls and the icon a policy that allows nothing,
 * the service worker one that loads no script.
 */
function headersByUrl(all: Headers): (url: string) => Headers {
  const policy = all['content-security-policy'] ?? '';
  const ofAssets = withPolicy(all, policyOfWorkers(policy));
  const ofCalls = withPolicy(all, "default-src 'none';frame-ancestors 'none'");
  const ofWorker = withPolicy(all, "default-src 'none';connect-src 'self';img-src 'self';frame-ancestors 'none'");
  return (url) => {
    if (url.startsWith('/assets/')) return ofAssets;
    if (url === serviceWorkerPath) return ofWorker;
    const isPlain = url === '/favicon.svg' || (url.startsWith('/api/') && !url.startsWith('/api/docs'));
    return isPlain ? ofCalls : all;
  };
}

/**
 * `https`: our pages are served by https, so HSTS may be sent. `development`: Vite's own scripts and socket. `linkHosts`: the operator's
 * own hosts whose tours and maps may be embedded.
 */
export async function registerSecurityHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  const headersFor = headersByUrl({ ...(await helmetHeaders(options)), 'permissions-policy': permissions });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url));
    done();
  });
}
