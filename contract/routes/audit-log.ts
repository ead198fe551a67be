// The routes of the audit log.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { AuditEntry, AuditQuery } from '#contract/schemas/audit-log.ts';

export const auditLogRoutes = {
  auditLog: {
    query: AuditQuery,
    reply: AuditEntry,
    access: can.readAuditLog,
    summary: 'The audit log, newest first: who did what, from where, and what it was before and after.',
  },
} satisfies RouteDefinitions;
