// What was chosen for the last report on this device.
import { maxReportPairs, reportSizes } from '#contract/sharing/endpoints.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import type { Edition } from './report-parts.tsx';

export type ReportSize = (typeof reportSizes)[number];
export type SessionChoice = { edition: Edition; pictures: ReportSize };
/** `without`: viewpoints whose pairs are left out. */
export type PeriodChoice = { edition: Edition; from: string; to: string; without: number[] };

function read(name: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(readLocalStorage(name) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const editionOf = (found: unknown): Edition => (found === 'crew' ? 'crew' : 'client');
const isDay = (found: unknown): found is string => typeof found === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(found);

export function lastSessionChoice(): SessionChoice {
  const { edition, pictures } = read('report');
  return { edition: editionOf(edition), pictures: reportSizes.find((size) => size === pictures) ?? 24 };
}

export function rememberSessionChoice(choice: SessionChoice): void {
  writeLocalStorage('report', JSON.stringify(choice));
}

/** Of this project; what is missing or strange is as `otherwise`. */
export function lastPeriodChoice(projectId: number, otherwise: { from: string; to: string }): PeriodChoice {
  const { edition, from, to, without } = read(`report of project ${projectId}`);
  return {
    edition: editionOf(edition),
    from: isDay(from) ? from : otherwise.from,
    to: isDay(to) ? to : otherwise.to,
    without: Array.isArray(without) ? without.filter((id) => Number.isInteger(id)) : [],
  };
}

export function rememberPeriodChoice(projectId: number, choice: PeriodChoice): void {
  writeLocalStorage(`report of project ${projectId}`, JSON.stringify(choice));
}

type Pair = { viewpointId: number };

/** The pairs that a report will show: those that were not left out, as far as there is room. */
export function shownPairs<T extends Pair>(pairs: readonly T[], without: readonly number[]): T[] {
  return pairs.filter(({ viewpointId }) => !without.includes(viewpointId)).slice(0, maxReportPairs);
}

/** What is left out after one pair was ticked or unticked; what had no room stays out, instead of moving up. */
export function togglePair(pairs: readonly Pair[], without: readonly number[], id: number): number[] {
  const shown = new Set(shownPairs(pairs, without).map(({ viewpointId }) => viewpointId));
  if (!shown.delete(id)) shown.add(id);
  const listed = new Set(pairs.map(({ viewpointId }) => viewpointId));
  const elsewhere = without.filter((one) => !listed.has(one));
  return [...elsewhere, ...[...listed].filter((one) => !shown.has(one))];
}
