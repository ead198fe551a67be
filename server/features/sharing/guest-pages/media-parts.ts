// Pictures, videos and players as guest pages show them.
import type { MediaKind, PictureSize } from '#contract/media/endpoints.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type Html, html } from './html.ts';
import { dayOf } from './layout.ts';
import type { OpenLink } from './link.ts';
import type { Looks } from './looks.ts';
import { notShown } from './looks.ts';
import type { ShownPicture } from './shown-pictures.ts';
import type { Tab } from './visits.ts';

const tabNames: Record<MediaKind, string> = {
  drone: 'Drone pictures',
  indoor: 'Indoor pictures',
  videos: 'Films',
  tour360: '360° pictures',
  orthomosaic: 'Map',
};

type Address = { sessionId: number; kind: MediaKind; item: string };

/** Used for a file's name: the first picture of a tab. */
export const coverItem = 'cover';

export function pictureUrl({ base, files }: OpenLink, { sessionId, kind, item }: Address, size: PictureSize): string {
  return `${base}/pictures/${sessionId}/${kind}/${item === coverItem ? item : files.hide(item)}/${size}`;
}

/** `look`: opened, it is shown as a panorama, or as a map. `style`: which part of it is visible. `first`: in the first view. */
type Photo = Address & {
  alt: string;
  caption: Html;
  look?: 'sphere' | 'map' | undefined;
  after?: boolean;
  style?: string | undefined;
  first?: boolean;
};

/** The first picture loads before all others, which load when scrolled to. */
export const loadingOf = (first: boolean | undefined) =>
  first ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;

/**
 * Opens large: by the script in the page itself, without it as a separate image. It starts small; the script then fetches the finer one,
 * and a browser without script has that from the start.
 */
export function photo(link: OpenLink, { alt, caption, look, after, style, first, ...address }: Photo): Html {
  const url = (size: PictureSize) => pictureUrl(link, address, size);
  const fine = url(style ? 's1600' : 's800');
  const save = link.downloads ? `${url(look === 'map' ? 's1600' : 'full')}?download` : null;
  const more = html`${look && html` data-look="${look}"`}${save && html` data-save="${save}"`}`;
  return html`<figure${after && html` class="after"`}><a class="photo${look ? ` ${look}` : ''}" href="${url('s1600')}" data-photo="${alt}"${more}><picture><source media="(scripting:none)" srcset="${fine}"><img src="${url('s400')}" data-fine="${fine}" alt="${alt}"${style && html` style="${style}"`}${loadingOf(first)}></picture></a>
<figcaption>${caption}${save && html` <a href="${save}">Download</a>`}</figcaption></figure>`;
}

/** `after`: for a pair, the newer one. */
export function datedPhoto(
  link: OpenLink,
  picture: ShownPicture & Pick<Photo, 'look' | 'after' | 'style' | 'first'>,
): Html {
  const day = dayOf(picture.captureDate);
  return photo(link, { ...picture, alt: `Picture of ${day}`, caption: html`<span>${day}</span>` });
}

/** Google Drive's own pages are never embedded: they would show more than what was shared. */
const neverFramed = ['google-drive', 'local'];

/** The player or tour of another host, as the link allows it; null if there is none. */
export function playerOf({ link }: Tab): string | null {
  return link && !neverFramed.includes(link.provider) ? link.embedUrl : null;
}

function elsewhere(tab: Tab, link: OpenLink): Html | null {
  const address = playerOf(tab);
  if (address === null) return null;
  if (!link.players)
    return html`<p class="muted">This is shown by another site, which was not included in this link.</p>`;
  return html`<iframe src="${address}" title="${tabNames[tab.kind]}" loading="lazy" allow="fullscreen; gyroscope; accelerometer" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation" allowfullscreen referrerpolicy="strict-origin"></iframe>`;
}

type Shown = { sessionId: number; link: OpenLink; looks: Looks; first: boolean };

const said = (file: SourceFile, sentence: string): Html =>
  html`<figure><figcaption>${file.name}: ${sentence}</figcaption></figure>`;

function filmOf(file: SourceFile, { sessionId, link, looks }: Shown, kind: MediaKind): Html {
  const sentence = looks.instead.get(file.id);
  if (sentence !== undefined) return said(file, sentence);
  const source = `${link.base}/films/${sessionId}/${kind}/${link.files.hide(file.id)}`;
  return html`<figure><video controls preload="none" playsinline src="${source}" aria-label="${file.name}" data-failed="${notShown}"></video><figcaption>${file.name}</figcaption></figure>`;
}

function mapOf(file: SourceFile, { sessionId, link, looks }: Shown, kind: MediaKind): Html {
  const sentence = looks.instead.get(file.id);
  if (sentence !== undefined) return said(file, sentence);
  const caption = html`<span>${file.name}</span>`;
  return photo(link, { sessionId, kind, item: file.id, alt: `Map, ${file.name}`, caption, look: 'map' });
}

function filesOf({ files, kind }: Tab, shown: Shown): Html | null {
  const { sessionId, link, looks } = shown;
  const of = (wanted: SourceFile['kind']) => files.filter((file) => file.kind === wanted);
  const addressOf = ({ id }: SourceFile) => ({ sessionId, kind, item: id });
  const photos = of('image').map((file, at) => {
    const caption = html`<span>${file.name}</span>`;
    const look = looks.spheres.has(file.id) ? 'sphere' : undefined;
    return photo(link, { ...addressOf(file), alt: file.name, caption, look, first: shown.first && at === 0 });
  });
  const films = of('video').map((file) => filmOf(file, shown, kind));
  const maps = of('geotiff').map((file) => mapOf(file, shown, kind));
  if (photos.length + films.length + maps.length === 0) return null;
  return html`${maps.length > 0 && html`<div class="maps">${maps}</div>`}${films.length > 0 && html`<div class="grid">${films}</div>`}${photos.length > 0 && html`<div class="grid">${photos}</div>`}`;
}

/** One tab of a visit, with a sentence if nothing of it can be shown here. */
export function tabSection(tab: Tab, shown: Shown): Html {
  const nothing =
    tab.kind === 'orthomosaic'
      ? 'The map of this visit is shown to people with a login.'
      : 'There is nothing to show here.';
  const content =
    filesOf(tab, shown) ?? elsewhere(tab, shown.link) ?? html`<p class="muted">${tab.problem ?? nothing}</p>`;
  return html`<section><h2>${tabNames[tab.kind]}</h2>${content}</section>`;
}
