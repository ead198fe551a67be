// Weights of stages: hundredths of a per cent of the works, as they are typed, written and added up.
import { type Stage, wholeWeight } from '#contract/stages/endpoints.ts';
import { count } from '#web/lib/format/format.ts';

/** '12.5 %' for 1250; no more decimals than it has. */
export function weightWords(hundredths: number): string {
  return `${weightNumber(hundredths)} %`;
}

/** '12.5' for 1250, as a field holds it. */
export function weightNumber(hundredths: number): string {
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
}

/** 1250 for '12.5' or '12,5'; null for nothing, NaN for what is no number of at most two decimals. */
export function readWeight(text: string): number | null {
  const typed = text.replace('%', '').trim();
  if (typed === '') return null;
  const [, whole = '', rest = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  return whole === '' ? Number.NaN : Number(whole) * 100 + Number(rest.padEnd(2, '0'));
}

type Weighed = { weight: number | null };

const sumOf = (stages: readonly Weighed[]) => stages.reduce((sum, { weight }) => sum + (weight ?? 0), 0);

/** What is missing until the weights of a list add up; null where they do, or none was given. */
export function incompleteWords(stages: readonly Weighed[]): string | null {
  const missing = stages.filter(({ weight }) => weight === null).length;
  if (missing === stages.length) return null;
  const sum = sumOf(stages);
  if (sum !== wholeWeight) return `Weights are not yet complete: ${weightNumber(sum)} of 100 %`;
  if (missing === 0) return null;
  return `Weights are not yet complete: ${missing === 1 ? 'one stage has' : `${missing} stages have`} none`;
}

type Marked = Weighed & Pick<Stage, 'claimed' | 'confirmed'>;

/** '12.5 % claimed, not confirmed'; null where everything that was claimed is confirmed, or nothing was. */
export function openClaimWords(stages: readonly Marked[]): string | null {
  const { hasWeights, claimed, confirmed } = sharesOf(stages);
  if (claimed.count === confirmed.count) return null;
  const open = hasWeights
    ? weightWords(claimed.weight - confirmed.weight)
    : count(claimed.count - confirmed.count, 'stage');
  return `${open} claimed, not confirmed`;
}

/** Of one list, without dropped stages. A mark whose visit was taken back goes on standing, and says so. */
export function sharesOf(stages: readonly Marked[]) {
  const claimed = stages.filter((stage) => stage.claimed !== null);
  const confirmed = stages.filter((stage) => stage.confirmed !== null);
  return {
    hasWeights: stages.some(({ weight }) => weight !== null),
    claimed: { count: claimed.length, weight: sumOf(claimed) },
    confirmed: { count: confirmed.length, weight: sumOf(confirmed) },
  };
}
