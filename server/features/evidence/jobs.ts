// The jobs of evidence: a release is sealed soon after its commit; the audit log once a day; released files are compared with their sources at night.
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import type { JobHandler } from '#server/jobs.ts';
import { createZonedClock } from '#server/lib/zoned-time.ts';
import { sealAuditDays } from './audit-root.ts';
import { type SealingDependencies, sealMissing, sealRelease } from './seal-release.ts';
import { type CheckingDependencies, checkSources } from './source-checks.ts';
import { type StampingDependencies, stampHeads } from './time-stamps.ts';

const missingSeconds = 600;
const hour = 3_600;

/** A release adds a job `sealRelease` in its own transaction, or the one that lists a folder later. */
export function sealJobs(deps: SealingDependencies): Record<'sealRelease' | 'sealsDue', JobHandler> {
  return {
    sealRelease: { run: (payload) => sealRelease(deps, (payload as { recordId: number }).recordId) },
    sealsDue: { every: missingSeconds, run: () => sealMissing(deps) },
  };
}

const halfHour = 1_800;
/** When few people are there, by the company's clock. */
const nightHour = 2;

/** Asked every half hour, and done twice a night at most. */
export function sourceCheckJobs(
  deps: CheckingDependencies & { settings: ReadSettings },
): Record<'sealedFileChecks', JobHandler> {
  return {
    sealedFileChecks: {
      every: halfHour,
      async run() {
        const { timeZone } = await deps.settings();
        const hour = new Date(createZonedClock(timeZone).show(deps.now())).getUTCHours();
        if (hour === nightHour) await checkSources(deps);
      },
    },
  };
}

export function stampJobs(deps: StampingDependencies): Record<'sealStamps', JobHandler> {
  return { sealStamps: { every: missingSeconds, run: () => stampHeads(deps) } };
}

/** Asked every hour: whichever server is there seals the days that are over. */
export function auditRootJobs(deps: SealingDependencies): Record<'auditRoots', JobHandler> {
  return { auditRoots: { every: hour, run: () => sealAuditDays(deps) } };
}
