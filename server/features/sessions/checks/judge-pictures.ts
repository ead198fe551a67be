// Findings about how pictures look: blurred, dark, or nearly equal (behaviour §21.2). Pure; nothing is read here.
import type { CheckName } from '#contract/sessions/checks.ts';
import { count, listed } from '#server/lib/words.ts';
import type { PictureAnalysis } from '#server/media/analysis/analyze-picture.ts';
import { differs, type Finding, fits, type JudgedPicture, notChecked } from './checked-visit.ts';

/** '120 m', '3.4 km', '1,204 km'. */
export function distanceWords(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres)} m`;
  const kilometres = metres / 1_000;
  return `${kilometres < 10 ? kilometres.toFixed(1) : Math.round(kilometres).toLocaleString('en-US')} km`;
}

/** Thresholds, each shown with its evidence; decision 046 says how they were found. */
const leastSharpness = 0.08;
const leastBrightness = 40;
const mostDark = 0.75;
const leastDifference = 4;

type Analyzed = JudgedPicture & { analysis: PictureAnalysis };

const isAnalyzed = (picture: JudgedPicture): picture is Analyzed => picture.analysis !== null;

/** Shared by these checks: pictures that could not be checked are named, and do not count. */
function judge(
  name: CheckName,
  pictures: readonly JudgedPicture[],
  find: (seen: Analyzed[]) => { found: Analyzed[]; evidence: string },
): Finding {
  const seen = pictures.filter(isAnalyzed);
  if (seen.length === 0) return notChecked(name, 'No picture could be analysed.');
  const unseen = pictures.filter((picture) => !isAnalyzed(picture)).map((picture) => picture.name);
  const rest = unseen.length === 0 ? '' : ` Not analysed: ${listed(unseen)}.`;
  const { found, evidence } = find(seen);
  return found.length === 0 ? fits(name, evidence + rest) : differs(name, evidence + rest, found);
}

const isDark = ({ analysis }: Analyzed) => analysis.brightness < leastBrightness || analysis.dark > mostDark;

/** Dark pictures are never sharp: only the darkness is reported. */
export function judgeBlur(pictures: readonly JudgedPicture[]): Finding {
  return judge('blurred', pictures, (seen) => {
    const found = seen.filter((picture) => picture.analysis.sharpness < leastSharpness && !isDark(picture));
    const least = Math.min(...seen.map(({ analysis }) => analysis.sharpness)).toFixed(2);
    const rule = `the least sharp has ${least}, blurred is less than ${leastSharpness.toFixed(2)}`;
    return { found, evidence: `${found.length} of ${count(seen.length, 'picture')} blurred: ${rule}.` };
  });
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

export function judgeDarkness(pictures: readonly JudgedPicture[]): Finding {
  return judge('dark', pictures, (seen) => {
    const found = seen.filter(isDark);
    const darkest = percent(Math.min(...seen.map(({ analysis }) => analysis.brightness)) / 255);
    const rule = `the darkest is ${darkest} bright, dark is less than ${percent(leastBrightness / 255)} or more than ${percent(mostDark)} nearly black`;
    return { found, evidence: `${found.length} of ${count(seen.length, 'picture')} dark: ${rule}.` };
  });
}

type Print = { picture: Analyzed; mean: number; greys: Int16Array };

function printOf(picture: Analyzed): Print {
  const { print } = picture.analysis;
  const mean = print.reduce((sum, grey) => sum + grey, 0) / print.length;
  return { picture, mean, greys: Int16Array.from(print) };
}

/** Mean difference of greys, 0 to 255. */
function differenceOf(one: Print, other: Print): number {
  let sum = 0;
  for (let at = 0; at < one.greys.length; at++)
    sum += Math.abs((one.greys[at] as number) - (other.greys[at] as number));
  return sum / one.greys.length;
}

/** Pictures differ by at least as much as their means do: sorted by mean, few need comparing. */
function findAlike(seen: readonly Analyzed[]): { found: Set<Analyzed>; least: number } {
  const prints = seen.map(printOf).sort((a, b) => a.mean - b.mean);
  const found = new Set<Analyzed>();
  let least = Number.POSITIVE_INFINITY;
  for (const [at, one] of prints.entries())
    for (const other of prints.slice(at + 1)) {
      if (other.mean - one.mean >= Math.min(least, 255) && other.mean - one.mean >= leastDifference) break;
      const difference = differenceOf(one, other);
      least = Math.min(least, difference);
      if (difference < leastDifference) found.add(one.picture).add(other.picture);
    }
  return { found, least };
}

export function judgeLikeness(pictures: readonly JudgedPicture[]): Finding {
  return judge('alike', pictures, (seen) => {
    if (seen.length === 1) return { found: [], evidence: 'There is only one picture.' };
    const { found, least } = findAlike(seen);
    const rule = `the two most alike differ by ${least.toFixed(1)} of 255 greys, alike is less than ${leastDifference.toFixed(1)}`;
    const evidence = `${found.size} of ${count(seen.length, 'picture')} nearly equal to another: ${rule}.`;
    return { found: seen.filter((picture) => found.has(picture)), evidence };
  });
}
