// Reads JSON bodies. How deep a body is nested is known before it is parsed: brackets alone would keep the parser busy for long.
import { Problem } from '#server/lib/problem.ts';

/** The product's own bodies are at most four deep. */
const maxDepth = 20;

/** Where a string that begins at `from` ends: after its quote, or at the end of the text. */
function afterString(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function isTooDeep(text: string): boolean {
  const marks = /["{[\]}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [sign] = mark;
    if (sign === '"') marks.lastIndex = afterString(text, mark.index);
    else if (sign === '{' || sign === '[') depth++;
    else depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

function refused(message: string): Problem {
  return new Problem({ status: 400, code: 'invalid', message });
}

/** What the body says; undefined for an empty one (behaviour §9.1). @throws 400 for what is no JSON or nested too deep. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (isTooDeep(text)) throw refused(`The request is nested too deeply: at most ${maxDepth} levels are taken`);
  try {
    return JSON.parse(text);
  } catch {
    throw refused('The request could not be read');
  }
}
