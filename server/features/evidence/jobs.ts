// The jobs of evidence: a release is sealed soon after its commit; the audit log once a day.
import type { JobHandler } from '#server/jobs.ts';
import { sealAuditDays } from './audit-root.ts';
import { type SealingDependencies, sealMissing, sealRelease } from './seal-release.ts';

const missingSeconds = 600;
const hour = 3_600;

/** A release adds a job `sealRelease` in its own transaction, or the one that lists a folder later. */
export function sealJobs(deps: SealingDependencies): Record<'sealRelease' | 'sealsDue', JobHandler> {
  return {
    sealRelease: { run: (payload) => sealRelease(deps, (payload as { recordId: number }).recordId) },
    sealsDue: { every: missingSeconds, run: () => sealMissing(deps) },
  };
}

/** Asked every hour: whichever server is there seals the days that are over. */
export function auditRootJobs(deps: SealingDependencies): Record<'auditRoots', JobHandler> {
  return { auditRoots: { every: hour, run: () => sealAuditDays(deps) } };
}
