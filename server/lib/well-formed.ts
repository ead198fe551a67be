// Text that any reader, a page and PostgreSQL can take.

/** Half a character is none: mail programs and databases refuse it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

/** Controls that would turn round what stands behind them; letters keep their own direction. */
export function withoutDirectionControls(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML: nothing in it can end an element or an attribute. */
export function escapeHtml(text: string): string {
  return wellFormed(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
