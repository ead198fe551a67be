// The fonts of a report: which of them has a sign, and how the sign is written in it.
import { createRequire } from 'node:module';

const resolve = createRequire(import.meta.url).resolve;
const google = (name: string, file: string) => resolve(`@expo-google-fonts/${name}/${file}`);

export type Weight = 'plain' | 'strong';
const inOneWeight = (file: string): Record<Weight, string> => ({ plain: file, strong: file });
export type FontName =
  | 'latin'
  | 'emoji'
  | 'arabic'
  | 'devanagari'
  | 'hebrew'
  | 'thai'
  | 'nko'
  | 'ethiopic'
  | 'han'
  | 'kana'
  | 'hangul';

/** Embedded as far as they are used. Latin is Inter: with the naira sign and the letters of Nigeria's languages. */
export const fontFiles: Record<FontName, Record<Weight, string>> = {
  latin: {
    plain: google('inter', '400Regular/Inter_400Regular.ttf'),
    strong: google('inter', '600SemiBold/Inter_600SemiBold.ttf'),
  },
  emoji: {
    plain: google('noto-emoji', '400Regular/NotoEmoji_400Regular.ttf'),
    strong: google('noto-emoji', '600SemiBold/NotoEmoji_600SemiBold.ttf'),
  },
  arabic: {
    plain: google('noto-sans-arabic', '400Regular/NotoSansArabic_400Regular.ttf'),
    strong: google('noto-sans-arabic', '600SemiBold/NotoSansArabic_600SemiBold.ttf'),
  },
  devanagari: {
    plain: google('noto-sans-devanagari', '400Regular/NotoSansDevanagari_400Regular.ttf'),
    strong: google('noto-sans-devanagari', '600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
  },
  hebrew: {
    plain: google('noto-sans-hebrew', '400Regular/NotoSansHebrew_400Regular.ttf'),
    strong: google('noto-sans-hebrew', '600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
  },
  thai: {
    plain: google('noto-sans-thai', '400Regular/NotoSansThai_400Regular.ttf'),
    strong: google('noto-sans-thai', '600SemiBold/NotoSansThai_600SemiBold.ttf'),
  },
  nko: inOneWeight(google('noto-sans-nko', '400Regular/NotoSansNKo_400Regular.ttf')),
  ethiopic: {
    plain: google('noto-sans-ethiopic', '400Regular/NotoSansEthiopic_400Regular.ttf'),
    strong: google('noto-sans-ethiopic', '600SemiBold/NotoSansEthiopic_600SemiBold.ttf'),
  },
  // The signs of simplified Chinese, in one weight: a Noto of all of them is twelve times as large.
  han: inOneWeight(google('zcool-xiaowei', '400Regular/ZCOOLXiaoWei_400Regular.ttf')),
  // Kana, and the signs that only Japanese has.
  kana: inOneWeight(google('sawarabi-gothic', '400Regular/SawarabiGothic_400Regular.ttf')),
  // The 2,350 syllables that Korean is written with; those that hardly any word has are marks.
  hangul: inOneWeight(google('jua', '400Regular/Jua_400Regular.ttf')),
};

/** Stands for a sign that no font has. */
export const plainMark = '□';

/** Signs that choose a form or join others, and have none of their own. */
const joiners = /\u200c|\u200d/g;
const selectors = /[\ufe00-\ufe0f\u{e0020}-\u{e007f}]/gu;
/** Controls, halves of a pair, and whatever else has no form at all. */
const formless = /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;
/** More marks over one letter than any language has run into the lines around it. */
const heapOfMarks = /(\p{Mn}{3})\p{Mn}+/gu;
export const longestSign = 40;

const isEmoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u;
const others: readonly { font: FontName; signs: RegExp }[] = [
  { font: 'arabic', signs: /\p{Script_Extensions=Arabic}/u },
  { font: 'devanagari', signs: /\p{Script_Extensions=Devanagari}/u },
  { font: 'hebrew', signs: /\p{Script_Extensions=Hebrew}/u },
  { font: 'thai', signs: /\p{Script_Extensions=Thai}/u },
  { font: 'nko', signs: /\p{Script_Extensions=Nko}/u },
  { font: 'ethiopic', signs: /\p{Script_Extensions=Ethiopic}/u },
  { font: 'han', signs: /[\p{Script_Extensions=Han}\u3000-\u303f\uff00-\uffef]/u },
  { font: 'kana', signs: /[\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Han}]/u },
  { font: 'hangul', signs: /\p{Script=Hangul}/u },
  { font: 'emoji', signs: /\p{Extended_Pictographic}/u },
];

function candidates(sign: string): FontName[] {
  const rest = others.filter(({ signs }) => signs.test(sign)).map(({ font }) => font);
  return isEmoji.test(sign) ? ['emoji', 'latin', ...rest] : ['latin', ...rest];
}

const shaping: readonly FontName[] = ['arabic', 'devanagari', 'nko'];

/** How it is written in this font: only some join signs or choose their forms. */
function writtenIn(font: FontName, sign: string): string {
  if (font === 'emoji') return sign;
  const chosen = sign.replace(selectors, '');
  return shaping.includes(font) ? chosen : chosen.replace(joiners, '');
}

export type Sign = { text: string; font: FontName };
type Has = (font: FontName, code: number) => boolean;

/** A letter with its marks, an emoji with its parts, as it is drawn; null: nothing is. */
export function fontOf(cluster: string, has: Has): Sign | null {
  const hasAll = (font: FontName, text: string) =>
    [...text.replace(joiners, '').replace(selectors, '')].every((one) => has(font, one.codePointAt(0) ?? 0));
  const bare = cluster.replace(formless, '').replace(heapOfMarks, '$1');
  if (bare.replace(joiners, '').replace(selectors, '') === '') {
    return /[\p{Cn}\p{Co}\p{Cs}]/u.test(cluster) ? { text: plainMark, font: 'latin' } : null;
  }
  // A mark without a letter would stand over what is before it.
  const sign = /^\p{M}/u.test(bare) ? `\u00a0${bare}` : bare;
  if (sign.length <= longestSign)
    for (const form of [sign, sign.normalize('NFKC')])
      for (const font of candidates(form)) {
        const text = writtenIn(font, form);
        if (hasAll(font, text)) return { text, font };
      }
  return { text: plainMark, font: 'latin' };
}
