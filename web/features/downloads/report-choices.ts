// What was chosen for the last report on this device.
import { reportSizes } from '#contract/reports.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/local-storage.ts';
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
