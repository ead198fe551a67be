// The lanes of background jobs: what each kind of work needs is wired up here.
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import type { ReadDefaults } from '#server/db/settings/company-defaults.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { resetMailJobs } from '#server/features/accounts/mail-reset.ts';
import { responseClockJob } from '#server/features/disputes/response-clock.ts';
import { linkJobs, pinJobs } from '#server/features/media/jobs.ts';
import { createLinkHealth } from '#server/features/media/link-health.ts';
import type { createReleasedFiles } from '#server/features/media/released-files.ts';
import { checkJobs } from '#server/features/sessions/checks/look-at-visit.ts';
import { createCleanupJob } from '#server/features/settings/cleanup-job.ts';
import { createRetentionJob } from '#server/features/settings/retention.ts';
import { createUploadCleanup } from '#server/features/uploads/cleanup.ts';
import { alignmentJobs, neighbourJobs } from '#server/features/viewpoints/alignments/jobs.ts';
import { visitPairJobs } from '#server/features/viewpoints/alignments/visit-pairs.ts';
import { createFiller } from '#server/features/viewpoints/fill-visit.ts';
import { comparingJobs, placingJobs } from '#server/features/viewpoints/jobs.ts';
import { createJobRunner, type JobHandler, type Jobs } from '#server/jobs.ts';
import type { createMedia } from './create-media.ts';

type Dependencies = {
  db: Database['query'];
  write: RunTransaction;
  settings: ReadSettings;
  defaults: ReadDefaults;
  released: ReturnType<typeof createReleasedFiles>;
  media: ReturnType<typeof createMedia>;
  config: Config;
  log: FastifyBaseLogger;
};

/** How soon a release is pinned if that was not possible at once, and how soon a visit's pictures are analysed. */
const soon = { pollSeconds: 5 };

/** The lanes do not wait for each other. */
export function createJobLanes(deps: Dependencies): Jobs[] {
  const { db, write, settings, defaults, released, media, config, log } = deps;
  const { hosts, probe, source } = media;
  const health = createLinkHealth({ db, write, probe, hosts, now: Date.now });
  const filler = createFiller({ db, write, source, hosts, likeness: media.fileAligner.likeness });
  const aligning = { db, write, ...media };
  const housekeeping = { housekeeping: createCleanupJob(db), retention: createRetentionJob({ db, write }) };
  const lane = (handlers: Record<string, JobHandler>, often: { pollSeconds?: number } = {}) =>
    createJobRunner({ db, handlers, log, ...often });
  return [
    lane({ ...housekeeping, ...linkJobs(health) }),
    lane({ responseClock: responseClockJob({ db, write, settings, defaults }) }),
    lane(resetMailJobs({ write, config })),
    lane(createUploadCleanup({ db, write, store: media.uploads })),
    lane(pinJobs(released), soon),
    lane(placingJobs(filler), soon),
    lane({ ...comparingJobs(filler), ...visitPairJobs(aligning) }),
    lane(alignmentJobs(aligning)),
    lane(neighbourJobs(aligning)),
    lane(checkJobs(aligning), soon),
  ];
}
