// The words that somebody typed, one by one, so that each can be taken away alone; those that name days stay together.

/** More are a text, which would only fill the page with chips. */
const most = 6;

const days = [
  'today|yesterday',
  String.raw`(?:last|this)\s+(?:week|month|year)`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?\s+[a-z]{3,9}\.?,?\s+\d{4}`,
  String.raw`[a-z]{3,9}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}`,
].join('|');
const parts = new RegExp(String.raw`(?:(?:decided\s+)?(?:in\s+|on\s+)?(?:${days})|\S+)(?=[\s,;.]|$)[,;.]*|\S+`, 'gi');

const bare = (part: string) => part.replace(/^[,;]+|(?<![,;])[,;]+$/g, '');

/** Each once, with the text that is left without it. */
export function typedWords(text: string): { word: string; rest: string }[] {
  const found = (text.match(parts) ?? []).filter((part) => bare(part) !== '');
  const all = found.length > most ? [text.trim()] : found;
  const words = [...new Set(all.map(bare))];
  return words.map((word) => ({ word, rest: all.filter((part) => bare(part) !== word).join(' ') }));
}
