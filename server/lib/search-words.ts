// The words of a search: each has to be found somewhere, in any order (behaviour §7.2).
import { toFolded } from '#contract/core/fold.ts';

/** More words would only keep the database busy; those beyond are ignored. */
const maxWords = 10;

/** To compare with a `search_fold` of a column; `%`, `_` and `\` are ordinary characters. */
export function toLikePattern(text: string): string {
  return `%${toFolded(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** Folded, in the order in which they were typed. A part of another word is found wherever that one is. */
export function toSearchWords(text: string): string[] {
  // No text holds a NUL, and PostgreSQL refuses one.
  const typed = toFolded(text.replaceAll('\u0000', '\ufffd'))
    .split(/\s+/u)
    .map((word) => word.replace(/^[,;]+|(?<![,;])[,;]+$/g, ''))
    .filter(Boolean);
  const words = [...new Set(typed)];
  const isPart = (word: string) => words.some((other) => other !== word && other.includes(word));
  return words.filter((word) => !isPart(word)).slice(0, maxWords);
}
