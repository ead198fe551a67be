// The lanes of background jobs: what each kind of work needs is wired up here.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { resetMailJobs } from '#server/features/accounts/invite.ts';
import { responseClockJob } from '#server/features/disputes/response-clock.ts';
import { auditRootJobs, sealJobs, sourceCheckJobs, stampJobs } from '#server/features/evidence/jobs.ts';
import { linkJobs, pinJobs } from '#server/features/media/jobs.ts';
import { forgetRemoved, lightVideoCleanup, lightVideoJobs } from '#server/features/media/light-videos.ts';
import { createLinkHealth } from '#server/features/media/link-health.ts';
import { checkJobs } from '#server/features/sessions/checks/analyze-visit.ts';
import { hashFillJobs } from '#server/features/sessions/checks/fill-hashes.ts';
import { searchJobs } from '#server/features/sessions/checks/find-borrowed.ts';
import { createCleanupJob, createRetentionJob } from '#server/features/settings/retention.ts';
import { handoverJobs } from '#server/features/sharing/handover/prepare.ts';
import { createUploadCleanup } from '#server/features/uploads/cleanup.ts';
import { waitsForDevice } from '#server/features/uploads/copies.ts';
import { alignmentJobs, neighbourJobs } from '#server/features/viewpoints/alignments/jobs.ts';
import { visitPairJobs } from '#server/features/viewpoints/alignments/visit-pairs.ts';
import { createFiller } from '#server/features/viewpoints/fill-visit.ts';
import { comparingJobs, placingJobs } from '#server/features/viewpoints/jobs.ts';
import type { Lane } from '#server/jobs/queue.ts';
import { createJobRunner, type JobHandler } from '#server/jobs.ts';
import { sealKeyOf } from '#server/lib/secrets/seal-key.ts';
import type { LoadGuestRender } from './guest-render.ts';
import type { SharedParts } from './shared-parts.ts';

/** How soon a release is pinned if that was not possible at once, and how soon a visit's pictures are analysed. */
const soon = { pollSeconds: 5 };

/** The lanes do not wait for each other. */
export function createJobLanes(
  { log }: FastifyInstance,
  parts: SharedParts,
  { config, guestRender: render }: { config: Config; guestRender: LoadGuestRender },
): Lane[] {
  const { db, write, settings, defaults, released, brand, media } = parts;
  const { source, hosts, probe, uploads, fileAligner, analyzer, thumbnails, fileCleaner, lightVideos } = media;
  const health = createLinkHealth({ db, write, probe, hosts, now: Date.now });
  const filler = createFiller({ db, write, source, hosts, likeness: fileAligner.likeness });
  const sealing = { db, write, source, hosts, thumbnails, key: sealKeyOf(config.secret), now: Date.now };
  const { key } = sealing;
  const handing = { db, write, source, hosts, thumbnails, fileCleaner, render, brand, settings, key };
  const stamping = { db, outside: media.outside, tsaUrl: config.tsaUrl };
  const aligning = { db, write, source, hosts, fileAligner };
  const filming = { db, source, hosts, lightVideos };
  const forgetCopies = (upload: string) => forgetRemoved(filming, upload);
  const housekeeping = { housekeeping: createCleanupJob(db), retention: createRetentionJob({ db, write }) };
  const lane = (handlers: Record<string, JobHandler>, often: { pollSeconds?: number } = {}) =>
    createJobRunner({ db, handlers, log, ...often });
  return [
    lane({ ...housekeeping, ...linkJobs(health), ...lightVideoCleanup(filming) }),
    lane({ responseClock: responseClockJob({ db, write, settings, defaults }) }),
    lane(resetMailJobs({ write, config })),
    lane(createUploadCleanup({ db, write, store: uploads, source, lightVideos, forgetCopies })),
    lane(lightVideoJobs({ ...filming, waitsForDevice: (files) => waitsForDevice(db, files) })),
    lane(pinJobs(released), soon),
    lane(sealJobs(sealing), soon),
    lane({ ...auditRootJobs(sealing), ...stampJobs(stamping), ...sourceCheckJobs({ ...sealing, settings }) }),
    lane(placingJobs(filler), soon),
    // The search gives way after a few pictures; in lanes of their own each would wait for every turn of the other.
    lane({ ...comparingJobs(filler), ...visitPairJobs(aligning), ...searchJobs(aligning) }),
    lane(alignmentJobs(aligning)),
    lane(neighbourJobs(aligning)),
    lane(handoverJobs(handing), soon),
    lane(checkJobs({ db, write, source, hosts, analyzer }), soon),
    lane(hashFillJobs({ db, write }), soon),
  ];
}
