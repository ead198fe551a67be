// The schemas and routes of verifying, for everybody.
import * as z from 'zod/mini';
import { ById } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { verdicts } from '#contract/sessions/checks.ts';
import { maxHashes, sealStates } from './endpoints.ts';

const codeRule = 'A code has 16 letters and digits, such as 7F3A-0C9K-2M4T-X8QZ';
const ByCode = z.object({ code: z.string(codeRule).check(z.minLength(1, codeRule), z.maxLength(60, codeRule)) });

export const VerifiedRelease = z.object({
  /** In the chain of its project. */
  number: z.number(),
  code: z.string(),
  releasedOn: z.string(),
  sealedOn: z.string(),
  captureDate: z.string(),
  /** How many are sealed, and how many files and tabs are not. */
  files: z.number(),
  unsealed: z.number(),
  /** Whether clients still see this release, a later one of the same visit, or nothing of it any more. */
  state: z.enum(sealStates),
  /** Single files of it that were taken back since. */
  filesTakenBack: z.number(),
  /** SHA-256 of its manifest, and of what was signed. */
  manifest: z.string(),
  hash: z.string(),
  signature: z.string(),
  keyId: z.string(),
  /** Of an authority for time stamps, where one was asked; older releases are stamped with the next one that is. */
  stamp: z.nullable(z.object({ host: z.string(), day: z.string() })),
});
export type VerifiedRelease = z.infer<typeof VerifiedRelease>;

export const VerifiedChain = z.object({
  /** Null where the project was removed. */
  project: z.nullable(z.string()),
  number: z.number(),
  code: z.string(),
  /** Every listed release is signed, and names the one before it. */
  intact: z.boolean(),
  /** How many were sealed after this one. */
  since: z.number(),
  releases: z.array(VerifiedRelease),
});
export type VerifiedChain = z.infer<typeof VerifiedChain>;

const hashesRule = 'hashes must be a list of SHA-256 in hex';
const Hashes = z.object({
  hashes: z
    .array(z.string(hashesRule).check(z.regex(/^[0-9a-f]{64}$/, hashesRule)), hashesRule)
    .check(
      z.minLength(1, 'Send at least one hash'),
      z.maxLength(maxHashes, `At most ${maxHashes.toLocaleString('en')} hashes in one call`),
    ),
});

export const HashFinding = z.object({
  sha256: z.string(),
  state: z.enum(['released', 'takenBack']),
  releasedOn: z.string(),
});
export type HashFinding = z.infer<typeof HashFinding>;

const Seal = z.object({
  number: z.number(),
  /** As it is printed. */
  code: z.string(),
  sealedAt: z.string(),
  files: z.number(),
  unsealed: z.number(),
});

export const SessionEvidence = z.object({
  /** Null until it is sealed, soon after the release, and for releases of before there were seals. */
  seal: z.nullable(Seal),
  /** What the sealed pictures say of themselves: of their day, their place and how they were edited, as sentences. */
  said: z.array(z.object({ verdict: z.enum(verdicts), words: z.string() })),
});
export type SessionEvidence = z.infer<typeof SessionEvidence>;

export const evidenceRoutes = {
  sessionEvidence: {
    params: ById,
    reply: SessionEvidence,
    access: can.authenticated,
    summary: 'The seal of what is released of a session, and what its pictures say of themselves.',
  },
  verifyCode: {
    params: ByCode,
    reply: VerifiedChain,
    access: 'anyone',
    summary: 'By the code of a seal: what was released of its project up to then, and what became of it.',
  },
  sealFile: {
    params: ByCode,
    reply: '*/*',
    access: 'anyone',
    summary: 'The signed manifest of one release as JSON, by its code.',
  },
  sealStamp: {
    params: ByCode,
    reply: '*/*',
    access: 'anyone',
    summary: 'The time stamp of a seal (RFC 3161), as the authority answered.',
  },
  verifyHashes: {
    body: Hashes,
    reply: z.object({ known: z.array(HashFinding) }),
    access: 'anyone',
    bodyLimit: 160 * 1024,
    counts: 'nothing',
    summary: 'By SHA-256: which of these files were released, and on which day. Others are not known here.',
  },
} satisfies RouteDefinitions;
