// Sets text in lines: each sign in the font that has it, broken between words, in the order in which it is seen.
import bidiFactory from 'bidi-js';
import { type FontName, longestSign, type Sign } from './script-fonts.ts';

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `width`: at the size in which it is set. */
export type Type = { sign(cluster: string): Sign | null; width(text: string, font: FontName): number };
export type Piece = Sign & { level: number };
/** `pieces`: from left to right; `source`: what a reader program says and copies; `isRtl`: its paragraph begins at the right. */
export type Line = { pieces: Piece[]; source: string; isRtl: boolean };
type Part = Piece & { source: string };

/** `direction`: `auto` as its first letter goes. */
export type Frame = { room: number; direction?: 'ltr' | 'auto' };

const mostSpaces = 8;
/** However narrow they are: signs that stand over others have no width. */
const mostSigns = 200;
/** Signs may stand a little wider beside each other than alone. */
const usedShare = 0.98;

const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const otherSpaces = /[\t\v\f\r\u0085\u1680\u2000-\u200a\u205f\u3000]/g;
/** What would turn others round; names are isolated where they are put beside other words. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e]/g;
/** Written from left to right with one form for each sign. */
const isSimple = /^[\u0021-\u007e\u00a1-\u00ac\u00ae-\u017f\u2013-\u201e\u2022\u2026\u20a6]+$/;
/** Within what stands without a space. */
const softBreak =
  /(?<=\u200b)|(?<=[\p{L}\p{N}][-–—/])(?=\p{L})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，！？；：）」])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

type Context = { type: Type; text: string; levels: Uint8Array | null };

const mirrored = (text: string) => Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign).join('');

/** Some scripts join any number of letters to one sign. */
const lettersOf = (sign: string) => sign.split(/(?=\p{L})/u);

function* signsOf(word: string): Generator<{ segment: string; index: number }> {
  for (const { segment, index } of clusters.segment(word)) {
    if (segment.length <= longestSign) yield { segment, index };
    else for (const letter of lettersOf(segment)) yield { segment: letter, index };
  }
}

function partsOf({ type, text, levels }: Context, start: number, end: number): Part[] {
  const word = text.slice(start, end);
  if (levels === null && isSimple.test(word)) return [{ source: word, text: word, font: 'latin', level: 0 }];
  const parts: Part[] = [];
  for (const { segment, index } of signsOf(word)) {
    const level = levels?.[start + index] ?? 0;
    const sign = type.sign(level % 2 === 1 ? mirrored(segment) : segment);
    if (sign) parts.push({ ...sign, level, source: segment });
  }
  return parts;
}

const turnedAnyway = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}]/u;

/** The library that draws turns these letters round by itself, and nothing else. */
function turned(parts: readonly Part[]): string {
  const texts = parts.map(({ text }) => text);
  const whole = texts.join('');
  const isTurned = (parts[0]?.level ?? 0) % 2 === 1;
  return isTurned === turnedAnyway.test(whole) ? whole : texts.reverse().join('');
}

const isSpace = ({ text }: Part) => text === ' ';

/** Neighbours that are drawn as one. It lays words out one by one: those that are turned stand alone. */
function joined(parts: readonly Part[]): Piece[] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isPlain = part.level % 2 === 0 && !fromTheRight.test(part.source);
    const fits = last && last.level === part.level && last.font === part.font;
    if (fits && (isPlain || isSpace(last) === isSpace(part))) group?.push(part);
    else groups.push([part]);
  }
  return groups.flatMap((group) => group.slice(0, 1).map(({ font, level }) => ({ font, level, text: turned(group) })));
}

/** Rule L2 of the Unicode bidirectional algorithm. */
function seenOrder(pieces: Piece[]): Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let at = 0; at < pieces.length; at++) {
      let end = at;
      while ((pieces[end]?.level ?? 0) >= level) end++;
      if (end > at) pieces.splice(at, end - at, ...pieces.slice(at, end).reverse());
      at = end;
    }
  return pieces;
}

const widthOf = (type: Type, parts: readonly Part[]) =>
  joined(parts).reduce((sum, { text, font }) => sum + type.width(text, font), 0);

/** The signs of a part, and the letters of one that is wider than the line. */
function smallestOf(type: Type, part: Part, room: number): Part[] {
  if (isSimple.test(part.source)) return Array.from(part.source, (one) => ({ ...part, source: one, text: one }));
  const letters = lettersOf(part.source);
  if (letters.length === 1 || type.width(part.text, part.font) <= room) return [part];
  return letters.flatMap((source) => {
    const sign = type.sign(source);
    return sign ? [{ ...part, ...sign, source }] : [];
  });
}

/** A word that is longer than a line, as parts that are not; a letter that is wider alone is a mark. */
function* cutWord(type: Type, word: readonly Part[], room: number): Generator<Part[]> {
  const mark = type.sign('□') as Sign;
  let line: Part[] = [];
  let width = 0;
  for (const part of word) {
    for (const one of smallestOf(type, part, room)) {
      let [sign, own] = [one, type.width(one.text, one.font)];
      if (own > room) [sign, own] = [{ ...one, ...mark }, type.width(mark.text, mark.font)];
      if (line.length > 0 && (width + own > room * usedShare || line.length === mostSigns)) {
        yield line;
        [line, width] = [[], 0];
      }
      line.push(sign);
      width += own;
    }
  }
  yield line;
}

type Unit = { parts: Part[]; width: number };

/** Words and what no line may break within; null: spaces. */
function* unitsOf(context: Context): Generator<{ unit: Unit | null; spaces: Part[] }> {
  for (const { 0: run, index: start } of context.text.matchAll(/ +|[^ ]+/g)) {
    if (run.startsWith(' ')) {
      const level = context.levels?.[start] ?? 0;
      const space: Part = { source: ' ', text: ' ', font: 'latin', level };
      yield { unit: null, spaces: Array.from(run.slice(0, mostSpaces), () => space) };
      continue;
    }
    let at = start;
    for (const word of run.split(softBreak)) {
      const parts = partsOf(context, at, at + word.length);
      at += word.length;
      yield { unit: { parts, width: widthOf(context.type, parts) }, spaces: [] };
    }
  }
}

function* fill(context: Context, room: number): Generator<Part[]> {
  const { type } = context;
  const space = type.width(' ', 'latin');
  let line: Part[] = [];
  let width = 0;
  let between: Part[] = [];
  for (const { unit, spaces } of unitsOf(context)) {
    if (!unit) {
      between = spaces;
      continue;
    }
    const before = between.length * space;
    if (width + before + unit.width > room) {
      if (line.length > 0) yield line;
      [line, width, between] = [[], 0, []];
    }
    if (unit.width > room) {
      const pieces = [...cutWord(type, unit.parts, room)];
      yield* pieces.slice(0, -1);
      line = pieces.at(-1) ?? [];
      width = widthOf(type, line);
    } else {
      line.push(...between, ...unit.parts);
      width += between.length * space + unit.width;
    }
    between = [];
  }
  yield line;
}

const lineOf = (parts: Part[]) => ({
  pieces: seenOrder(joined(parts)),
  source: parts.map(({ source }) => source).join(''),
});

function setParagraph(type: Type, paragraph: string, { room, direction = 'ltr' }: Frame): Line[] {
  const text = paragraph.replace(otherSpaces, ' ').replace(turns, '');
  const levels = fromTheRight.test(text) ? bidi.getEmbeddingLevels(text, direction) : null;
  const isRtl = (levels?.paragraphs[0]?.level ?? 0) === 1;
  return Array.from(fill({ type, text, levels: levels?.levels ?? null }, room), (parts) => ({
    ...lineOf(parts),
    isRtl,
  }));
}

/** Takes as long as the text is. */
export function setLines(type: Type, text: string, frame: Frame): Line[] {
  return text.split('\n').flatMap((paragraph) => setParagraph(type, paragraph, frame));
}
