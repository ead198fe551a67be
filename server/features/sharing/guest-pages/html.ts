// HTML as a template tag: whatever is put in is escaped, unless it is HTML of this tag itself.

/** Markup that was made by `html`. */
export type Html = { readonly markup: string };
type Value = Html | string | number | null | false | undefined | readonly Value[];

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

function write(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map(write).join('');
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.reduce((text, part, at) => text + write(values[at - 1]) + part) };
}

/** In one line: names of people, projects and companies may hold line breaks. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
