// How the browser's part is built into build/web; in development the server runs this same Vite inside itself.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSprite } from '#scripts/build/icon-sprite.mjs';
import { scriptText } from '#scripts/build/script-text.mjs';

/** What brings Radix, date-fns or Zod along, or is seldom seen, and so is fetched when it is first opened. */
const heavy =
  /[\\/]web[\\/](ui[\\/][\w-]+[\\/](checkbox|clamped-text|dialog|confirm-dialog|draft-notes|fact-list|form-dialog|highlight|keep-notice|lazy-section|load-failure|menu-list|popover|relative-instant|search-select|tabs|textarea|toast-view|use-confirm|use-restore-focus)|lib[\\/][\w-]+[\\/](drafts|duration-words|focus-near|form-resolver|letter-keys|live-changes|decisions|deliver|offline-calls|outbox(-of|-store)?|person-database|same-session|relative-time|session-lists|use-draft-form|use-draft-value|use-search-select|use-waiting-mutation|as-of|offline-worker|offline-cache|watch-look))\.tsx?$/;
const shared =
  /[\\/]web[\\/](ui|lib)[\\/]|[\\/]contract[\\/](?!(?:links|planned-visits)[\\/])(?:[\w-]+[\\/])?(?!([\w-]+-)?(routes|schemas)|fields|media-kind)[\w-]+\.ts$|node_modules[\\/](lucide-react|@tanstack[\\/](react-query|query-core))[\\/]/;

/** What landing and login use of the kit, so that they do without the rest of it. `npm run check` weighs them. */
const entranceKit =
  /[\\/]web[\\/](ui[\\/][\w-]+[\\/](button|field|input|link-button|logo|spinner)|lib[\\/][\w-]+[\\/](class-names|lazy-component|login-redirect|site-config|toast))\.tsx?$/;
/**
 * The shell, which brings all that it needs along, and the kit of nearly every page behind the login: in one piece, which packs
 * better than several.
 */
const ofApplication =
  /[\\/]web[\\/](app[\\/](?:[\w-]+[\\/])?(application|page-layout|routes)|lib[\\/][\w-]+[\\/](field-errors|format|media-query|news|query-client|search-params|use-debounced-value|use-dialogs|use-mutation)|ui[\\/][\w-]+[\\/](card|infinite-list|notice|page-header|picture|search-input|select|status-badge|theme-switch))\.tsx?$|[\\/]contract[\\/](policy|(disputes|media|overview|projects|sessions)[\\/]endpoints|[\w-]+[\\/](session-fields|users))\.ts$/;
/**
 * What pages of sessions and concerns share besides: with the shell, since a weak phone pays for each file that it asks for more than
 * for what is small.
 */
const ofSessions =
  /[\\/]web[\\/](features[\\/](sessions[\\/][\w-]+[\\/](broken-links|rejection-box|session-(cover|labels)|told|travelling)|disputes[\\/]raise-button)|lib[\\/][\w-]+[\\/](came-from|use-marked)|ui[\\/][\w-]+[\\/](clamped-text|load-failure|tabs))\.tsx?$|[\\/]icons[\\/](file-text|refresh-cw)\.m?js$/;
/** What waits on the device, and asking before it is lost: pages with decisions need it at their first press, others right after the first view. */
const ofOutbox =
  /[\\/]web[\\/]lib[\\/][\w-]+[\\/](decisions|deliver|offline-calls|outbox(-of|-store)?|person-database|same-session)\.ts$|[\\/]web[\\/]ui[\\/]overlays[\\/]use-confirm\.tsx$|node_modules[\\/]idb[\\/]/;
/** What keeps every page behind the login up to date and works offline: always fetched, right after the first view. */
const ofLive =
  /[\\/]web[\\/](features[\\/](notifications[\\/]desktop-notification|uploads[\\/]sending[\\/]use-held-uploads)|lib[\\/][\w-]+[\\/](announce-kept|kept-files|live-changes|offline-cache|session-lists|silent-queries)|media[\\/]frame[\\/]trusted-types)\.ts$|[\\/]contract[\\/]notifications[\\/]notification-path\.ts$/;
/** What moves and enlarges a photo: the page of a viewpoint fetches it after the first paint, without what compares two. */
const ofPhotoZoom =
  /[\\/]web[\\/]media[\\/]comparison[\\/](pan-zoom|view-url)\.tsx?$|[\\/]web[\\/]media[\\/](linked[\\/](linked-viewer|photo-(view|warp))|frame[\\/]gesture-hint)\.tsx?$|node_modules[\\/]react-zoom-pan-pinch[\\/]/;
/** What a comparison of photos stands on besides, in one piece. */
const ofComparison =
  /[\\/]web[\\/]media[\\/](comparison|linked)[\\/](comparison-(bar|box|viewer)|mode-controls|modes|overlay|photo-(layer|pair)|side-head|sides|single-viewer|video-(pair|player)|viewer-pair)\.tsx?$|node_modules[\\/]react-compare-slider[\\/]|[\\/]icons[\\/](blend|lock-open|square-split-horizontal|toggle-left)\.m?js$/;
/** What every viewer of media brings along. */
const ofViewers = /[\\/]web[\\/]media[\\/](videos|frame)[\\/](media-view|unavailable|video|viewer-box)\.tsx?$/;
const iconName = /lucide-react[\\/]dist[\\/]esm[\\/](?:icons[\\/])?([\w-]+)\.m?js$/;
const entranceIcons = new Set(
  (
    'Icon context createLucideIcon arrow-right building-complex calendar-check circle-alert ' +
    'columns-2 eye images lock-keyhole log-in mail menu orbit plane play shield-check x'
  ).split(' '),
);

const isOfStart = /\/index-[^/]+\.js$/;
/** By the names of their groups (below): what the first page came with, styles included, and what stands behind the login. */
const thereFromStart = /\/(rolldown-runtime|react|index)-[^/]+$/;
const thereForParts = /\/(rolldown-runtime|react|index|entrance|application|kit)-[^/]+$/;

function isOfEntrance(id: string): boolean {
  return entranceKit.test(id) || entranceIcons.has(iconName.exec(id)?.[1] ?? '');
}

/** Of viewers, of dialogs, of what comes after the first view, and of pages for somebody without a login only. */
const late =
  /[\\/]contract[\\/](?:[\w-]+[\\/])?(align-to-newest|anchors|homography|rejection|time-lapse)\.ts$|[\\/]contract[\\/]stages[\\/]|[\\/]web[\\/]lib[\\/][\w-]+[\\/](announce-kept|kept-files|offline-calls|save-file|silent-queries)\.ts$|[\\/](useQueries|queriesObserver)\.js$/;

function isSharedAndLight(id: string): boolean {
  return !heavy.test(id) && !late.test(id) && !ofPhotoZoom.test(id) && !ofComparison.test(id) && shared.test(id);
}

export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  // For the renderer of pages everything is in one piece, React as in production whatever the server runs as. In development only
  // pages for guests are rendered on the server, with the packages as they are.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [iconSprite(), scriptText(), react(), tailwindcss()],
  // React has of itself what the router brings along for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: { fs: { allow: [import.meta.dirname] } },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // Nothing as data: addresses: the pages' security policy allows what is served by us and no more.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a part needs besides is fetched with it; not what is there already, which costs more to look up than the part itself.
      resolveDependencies: (_file, needed, { hostId }) =>
        needed.filter((file) => !(isOfStart.test(hostId) ? thereFromStart : thereForParts).test(file)),
    },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            // Few requests for the first page: what is always there, what landing and login need, and what at least three pages share.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
                { name: 'start', tags: ['$initial'], priority: 3 },
                { name: 'entrance', test: isOfEntrance, priority: 2 },
                { name: 'application', test: (id) => ofApplication.test(id) || ofSessions.test(id), priority: 2 },
                // Else they would fall to what is fetched for comparisons, or after the first view, and take that along.
                { name: 'letter-keys', test: /[\\/]letter-keys\.ts$/, priority: 2 },
                { name: 'rejection', test: /[\\/]contract[\\/]sessions[\\/]rejection\.ts$/, priority: 2 },
                {
                  name: 'filters',
                  test: /[\\/]features[\\/]sessions[\\/]filters[\\/]filters\.ts$|[\\/]contract[\\/]core[\\/]named-days\.ts$/,
                  priority: 2,
                },
                { name: 'anchors', test: /[\\/]contract[\\/]disputes[\\/]anchors\.ts$/, priority: 2 },
                { name: 'view-params', test: /[\\/]comparison-params\.ts$/, priority: 2 },
                { name: 'kit', test: isSharedAndLight, minShareCount: 3, priority: 1 },
                { name: 'outbox', test: ofOutbox, priority: 2 },
                { name: 'live', test: ofLive, priority: 1 },
                { name: 'viewers', test: ofViewers, priority: 1 },
                { name: 'photo-zoom', test: ofPhotoZoom, priority: 1 },
                { name: 'comparison', test: ofComparison, priority: 1 },
              ],
            },
          },
        },
  },
}));
