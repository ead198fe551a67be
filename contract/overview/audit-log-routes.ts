// The schemas and routes of the audit log.
import * as z from 'zod/mini';
import { DayOrInstant, Instant, idText, paging } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { type AuditSubject, auditActs, auditSubjectLabels } from './audit-log.ts';

const subjects = Object.keys(auditSubjectLabels) as [AuditSubject, ...AuditSubject[]];

export const AuditEntry = z.object({
  id: z.number(),
  at: Instant,
  act: z.enum(auditActs),
  /** Null: the product itself, or the guest. */
  byId: z.nullable(z.number()),
  /** As they were called then. */
  byName: z.nullable(z.string()),
  /** Somebody without a login: the share that they came by. */
  guest: z.nullable(z.string()),
  /** The address that it was asked from; null of jobs and commands. */
  address: z.nullable(z.string()),
  subject: z.object({
    kind: z.enum(subjects),
    id: z.nullable(z.number()),
    name: z.string(),
    /** It can still be opened. */
    exists: z.boolean(),
  }),
  project: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** Only fields that the act gave another value. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.object({
  ...paging,
  act: z.optional(z.enum(auditActs, 'There is no such act')),
  /** Who did it, or whose account it was done to. */
  personId: z.optional(idText('personId must be a whole number')),
  projectId: z.optional(idText('projectId must be a whole number')),
  from: z.optional(DayOrInstant),
  to: z.optional(DayOrInstant),
});

export const auditLogRoutes = {
  auditLog: {
    query: AuditQuery,
    reply: AuditEntry,
    access: can.readAuditLog,
    summary: 'The audit log, newest first: who did what, from where, and what it was before and after.',
  },
} satisfies RouteDefinitions;
