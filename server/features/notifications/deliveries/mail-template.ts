// The template of every email, as HTML and as text. No pictures from other hosts, no read tracking.
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { ShownBrand } from '#server/db/settings/brand.ts';
import type { MailContent, MailEntry, MailPicture, MailSection } from '#server/features/notifications/deliveries.ts';
import { escapeHtml, wellFormed, withoutDirectionControls } from '#server/lib/well-formed.ts';

type MailFrame = {
  brand: Pick<ShownBrand, 'name' | 'colour' | 'address'>;
  publicUrl: string;
  /** Why the reader gets it, below the line. */
  reason: string;
  /** Addresses below it: the reader's choices, and the one that ends mail of this kind. */
  links: { label: string; url: string }[];
};

/** Line breaks and other control characters would begin a new header, or hide what follows. */
export function oneLine(text: string, most = 300): string {
  const flat = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return wellFormed(flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`);
}

/** Of a list. */
const longestLine = 400;

/** Only places of the product: a path that would lead elsewhere leads to its first page. */
export function addressBelow(publicUrl: string, path: string): string {
  const base = `${new URL(publicUrl).origin}/`;
  const url = URL.canParse(path, base) ? new URL(path, base).href : base;
  return url.startsWith(base) ? url : base;
}

/** Of links and buttons: ours, or those shades of the company's in which words can be read. */
const ownColours = {
  link: '#0b5cad',
  button: '#0b5cad; color: #ffffff',
  darkLink: '#7db8f2',
  darkButton: '#7db8f2 !important; color: #0d1319',
};

function coloursOf(colour: string | null): typeof ownColours {
  if (colour === null) return ownColours;
  const { light, dark } = shadesOf(colour);
  return {
    link: light.ink,
    button: `${light.ground}; color: #ffffff`,
    darkLink: dark.ink,
    darkButton: `${dark.ground} !important; color: #ffffff`,
  };
}

const styleOf = ({ link, button, darkLink, darkButton }: typeof ownColours) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: #f4f6f8; color: #17202a; }
  a { color: ${link}; }
  .card { background: #ffffff; border: 1px solid #dbe1e7; }
  .quiet, .quiet a { color: #56616d; }
  .rule { border-top: 1px solid #dbe1e7; }
  .button { background: ${button}; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #11161c !important; color: #e8edf2 !important; }
    .card { background: #1a2129 !important; border-color: #33404d !important; color: #e8edf2 !important; }
    a { color: ${darkLink} !important; }
    .quiet, .quiet a { color: #a3b0bd !important; }
    .rule { border-color: #33404d !important; }
    .button { background: ${darkButton} !important; }
  }
  @media (max-width: 480px) { .edge { padding: 20px 16px !important; } .page { padding: 0 !important; } .card { border-left: 0; border-right: 0; } }`;

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Text with its own line breaks. */
function paragraphHtml(text: string): string {
  const lines = escapeHtml(withoutDirectionControls(text)).split(/\r\n|\r|\n/);
  return `<p style="margin: 0 0 16px; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere">${lines.join('<br>')}</p>`;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  return `<p style="margin: 24px 0 8px"><a class="button" href="${escapeHtml(url)}" style="display: inline-block; padding: 13px 20px;
    border-radius: 8px; font-size: 16px; font-weight: 600; text-decoration: none">${escapeHtml(label)}</a></p>`;
}

/** In the widest email; the maximum for a picture that stands alone. */
const shownWidth = 264;
const aloneWidth = 400;

/** Side by side also on a phone; with pictures off their words stand there. */
function picturesHtml(pictures: readonly MailPicture[], publicUrl: string): string {
  if (pictures.length === 0) return '';
  const isAlone = pictures.length === 1;
  const column = isAlone ? '100%' : '50%';
  const cells = pictures.map(({ path, width, height, caption, alt }) => {
    const most = isAlone ? Math.min(aloneWidth, width) : shownWidth;
    const shape = `width="${most}" height="${Math.round((most * height) / width)}"`;
    return `<td width="${column}" valign="top" style="padding: 0 4px 0 0"><img src="${escapeHtml(addressBelow(publicUrl, path))}" alt="${escapeHtml(oneLine(alt))}" ${shape}
    style="display: block; width: 100%; max-width: ${most}px; height: auto; border-radius: 6px; font-size: 13px">
    <span class="quiet" style="font-size: 13px; overflow-wrap: anywhere">${escapeHtml(oneLine(caption))}</span></td>`;
  });
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin: 4px 0 12px"><tr>${cells.join('')}</tr></table>`;
}

function entryHtml(entry: string | MailEntry, publicUrl: string): string {
  if (typeof entry === 'string')
    return `<li style="overflow-wrap: anywhere">${escapeHtml(oneLine(entry, longestLine))}</li>`;
  const url = escapeHtml(addressBelow(publicUrl, entry.path));
  return `<li style="overflow-wrap: anywhere; margin: 0 0 6px"><a href="${url}" style="display: block; padding: 6px 0">${escapeHtml(oneLine(entry.text, longestLine))}</a></li>`;
}

function listHtml(list: readonly (string | MailEntry)[], publicUrl: string): string {
  if (list.length === 0) return '';
  const entries = list.map((entry) => entryHtml(entry, publicUrl));
  return `<ul style="margin: 0 0 8px; padding: 0 0 0 20px; font-size: 15px; line-height: 1.5">\n${entries.join('\n')}</ul>`;
}

function sectionHtml({ title, lines, pictures, action }: MailSection, publicUrl: string): string {
  const url = addressBelow(publicUrl, action.path);
  return `<div class="rule" style="margin: 24px 0 16px; border-top: 1px solid #dbe1e7; line-height: 0">&nbsp;</div>
<h2 style="margin: 0 0 10px; font-size: 18px; line-height: 1.3; overflow-wrap: anywhere">${escapeHtml(oneLine(title))}</h2>
${picturesHtml(pictures, publicUrl)}
${listHtml(lines, publicUrl)}
<p style="margin: 0; font-size: 15px"><a href="${escapeHtml(url)}" style="display: inline-block; padding: 8px 0">${escapeHtml(oneLine(action.label))}</a></p>`;
}

function linksHtml(links: MailFrame['links']): string {
  return links
    .map(
      ({ label, url }) =>
        `<a href="${escapeHtml(url)}" style="display: inline-block; padding: 8px 12px 8px 0">${escapeHtml(label)}</a>`,
    )
    .join(' ');
}

/** Who wrote it: the company, and where it is found. */
function addressHtml({ name, address }: MailFrame['brand']): string {
  if (address === '') return '';
  const lines = [name, ...address.split('\n')].map((line) => escapeHtml(oneLine(line)));
  return `<p class="quiet" style="margin: 12px 0 0; font-size: 13px; line-height: 1.5">${lines.join('<br>')}</p>`;
}

function toHtml(content: MailContent, frame: MailFrame): string {
  const { brand, publicUrl, reason, links } = frame;
  const { action } = content;
  const button = action ? buttonHtml({ label: action.label, url: addressBelow(publicUrl, action.path) }) : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(oneLine(content.subject))}</title><style>${styleOf(coloursOf(brand.colour))}</style></head>
<body style="margin: 0; padding: 0">
<div class="page" style="padding: 24px 0; ${font}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="border-collapse: collapse"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width: 600px; border-collapse: separate; border-radius: 8px; text-align: left">
<tr><td class="edge" style="padding: 28px 32px">
<p class="quiet" style="margin: 0 0 20px; font-size: 14px; font-weight: 600">${escapeHtml(oneLine(brand.name))}</p>
<h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere">${escapeHtml(oneLine(content.heading))}</h1>
${content.paragraphs.map(paragraphHtml).join('\n')}
${picturesHtml(content.pictures ?? [], publicUrl)}
${listHtml(content.list ?? [], publicUrl)}
${(content.sections ?? []).map((section) => sectionHtml(section, publicUrl)).join('\n')}
${button}
<div class="rule" style="margin: 28px 0 16px; border-top: 1px solid #dbe1e7; line-height: 0">&nbsp;</div>
<p class="quiet" style="margin: 0 0 4px; font-size: 13px; line-height: 1.5">${escapeHtml(reason)}</p>
<p class="quiet" style="margin: 0; font-size: 13px; line-height: 1.5">${linksHtml(links)}</p>
${addressHtml(brand)}
</td></tr></table></td></tr></table></div></body></html>
`;
}

function entryText(entry: string | MailEntry, publicUrl: string): string {
  if (typeof entry === 'string') return `- ${oneLine(entry, longestLine)}`;
  return `- ${oneLine(entry.text, longestLine)}\n  ${addressBelow(publicUrl, entry.path)}`;
}

function sectionText({ title, lines, action }: MailSection, publicUrl: string): string {
  const listed = lines.map((line) => entryText(line, publicUrl));
  return [oneLine(title), ...listed, `${oneLine(action.label)}: ${addressBelow(publicUrl, action.path)}`].join('\n');
}

function toText(content: MailContent, { brand, publicUrl, reason, links }: MailFrame): string {
  const { action } = content;
  const parts = [
    oneLine(content.heading),
    ...content.paragraphs.map((paragraph) => wellFormed(withoutDirectionControls(paragraph).replace(/\r\n|\r/g, '\n'))),
    ...(content.list ?? []).map((entry) => entryText(entry, publicUrl)),
    ...(content.sections ?? []).map((section) => sectionText(section, publicUrl)),
    ...(action ? [`${oneLine(action.label)}: ${addressBelow(publicUrl, action.path)}`] : []),
    '-- ',
    `${oneLine(brand.name)}. ${reason}`,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    ...(brand.address === ''
      ? []
      : [[brand.name, ...brand.address.split('\n')].map((line) => oneLine(line)).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function renderMail(content: MailContent, frame: MailFrame): { subject: string; html: string; text: string } {
  return { subject: oneLine(content.subject), html: toHtml(content, frame), text: toText(content, frame) };
}
