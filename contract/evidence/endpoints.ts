// Evidence: what was released is sealed, and anybody can check a code or a file against it (behaviour §32).
import { get, post } from '#contract/core/endpoint.ts';
import type { evidenceRoutes } from './routes.ts';

export type { HashFinding, SessionEvidence, VerifiedChain, VerifiedRelease } from './routes.ts';

/** Of the releases up to a code so many are listed, the newest first. */
export const maxVerifiedReleases = 200;
/** In one call. */
export const maxHashes = 2_000;

export const sealStates = ['current', 'corrected', 'takenBack'] as const;
export type SealState = (typeof sealStates)[number];

/** The evidence of the release that clients see, for everybody who sees the session. */
export const sessionEvidence = get<typeof evidenceRoutes.sessionEvidence>('/api/sessions/:id/evidence', {
  topics: ['checks', 'sessions', 'projects'],
  row: 'session',
});

/** By the code that a report prints. */
export const verifyCode = get<typeof evidenceRoutes.verifyCode>('/api/verify/:code');

/** What verifies without the product, as a file. */
export const sealFile = get<typeof evidenceRoutes.sealFile>('/api/verify/:code/seal');

export const sealStamp = get<typeof evidenceRoutes.sealStamp>('/api/verify/:code/stamp');

/** Nothing is changed: it is no GET because an address has no room for so many hashes. */
export const verifyHashes = post<typeof evidenceRoutes.verifyHashes>('/api/verify/hashes', {
  topics: [],
  idempotencyKey: false,
});
