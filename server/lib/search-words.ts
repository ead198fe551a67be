// The words of a search: each has to be found somewhere, in any order (behaviour §7.2).

/** More would only be typed to keep the database busy; those beyond are not looked for. */
const maxWords = 10;

/** Case does not matter; `%`, `_` and `\` are ordinary characters. */
export function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** In the order in which they were typed. A part of another word is found wherever that one is. */
export function toSearchWords(text: string): string[] {
  // No text holds a NUL, and PostgreSQL refuses one.
  const typed = text.replaceAll('\u0000', '\ufffd').split(/\s+/u).filter(Boolean);
  const words = [...new Map(typed.map((word) => [word.toLowerCase(), word])).entries()];
  const isPart = (word: string) => words.some(([other]) => other !== word && other.includes(word));
  return words.flatMap(([lower, word]) => (isPart(lower) ? [] : [word])).slice(0, maxWords);
}
