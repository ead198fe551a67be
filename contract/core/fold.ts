// Text as searches compare it: lower case without diacritics, so that 'olajumoke' finds 'Ọlájùmọ̀kẹ́'.

/** Letters that are none with a mark. */
const plain: Record<string, string> = Object.fromEntries(
  Array.from('øłđɓɗƙƴıŋœæß', (letter, at) => [letter, 'oldbdkyinoas'[at] ?? letter]),
);

/** The database's `search_fold` says the same. */
export function toFolded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[øłđɓɗƙƴıŋœæß]/g, (letter) => plain[letter] ?? letter);
}
