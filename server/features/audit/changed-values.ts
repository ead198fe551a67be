// What an act changed, field by field, as people and spreadsheets read it.
import type { AuditEntry } from '#contract/overview/audit-log.ts';

type Facts = Record<string, unknown> | null;

/** A list is one line each; what belongs together stands in one line. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toLine).join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  const lines = Object.entries(value).map(([name, one]) => `${name}: ${toLine(one)}`);
  return lines.length === 0 ? null : lines.join('\n');
}

function toLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  const parts = Object.values(value).filter((part) => part !== null && part !== '');
  return parts.map(toLine).join(' · ');
}

/** In the order in which they were written down; a field that is only in one of the two came or went. */
export function changedValues(before: Facts, after: Facts): AuditEntry['changes'] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((field) => ({ field, before: toText(before?.[field]), after: toText(after?.[field]) }));
  return changes.filter((change) => change.before !== null || change.after !== null);
}
