// How the audit log's filters ask the server, and what the fields of its entries are called.

import { sessionFields } from '#contract/core/session-fields.ts';
import { deliveryKindLabels } from '#contract/notifications/webhooks.ts';
import { auditActs } from '#contract/overview/audit-log.ts';
import { param } from '#web/lib/routing/search-params.ts';

/** Other names than those of the other tabs: all stand in one address. */
export const auditParams = {
  act: param.maybe(auditActs),
  personId: param.id(),
  projectId: param.id(),
  from: param.day(),
  to: param.day(),
};

export const noAuditFilters = {
  act: undefined,
  personId: undefined,
  projectId: undefined,
  from: undefined,
  to: undefined,
} as const;

export type AuditFilters = { [K in keyof typeof auditParams]: ReturnType<(typeof auditParams)[K]> };

/** The beginning of a day, `later` so many days on, on the reader's own clock. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** Both days included, as the reader's clock counts them. */
export function toAuditQuery({ from, to, ...filters }: AuditFilters) {
  return { ...filters, from: from && startOf(from), to: to && startOf(to, 1) };
}

export function isAuditFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

const labels: Record<string, string> = {
  client: 'Client',
  clientId: 'Client ID',
  releasedRecord: 'Released record',
  url: 'Address',
  kinds: 'Events',
};

/** Of a list of events, a line each, what people call them; anything else as it was written down. */
export function fieldValue(field: string, text: string): string {
  if (field !== 'kinds') return text;
  const nameOf = (kind: string) => (deliveryKindLabels as Record<string, string>)[kind] ?? kind;
  return text.split('\n').map(nameOf).join('\n');
}

/** 'lastName' is 'Last name'; of a session's field its own label. */
export function fieldLabel(field: string): string {
  const known = labels[field] ?? (sessionFields as Record<string, { label: string }>)[field]?.label;
  if (known) return known;
  const words = field.replace(
    /([a-z\d])([A-Z])/g,
    (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\b(id|url)\b/g, (word) => word.toUpperCase());
}
