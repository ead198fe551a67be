// The manifest of a release: what is signed of its files. Guests may read all of it; names, places and cameras stand in it as salted hashes (decision 106).
import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '#contract/evidence/canonical-json.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { MediaErrorCode } from '#server/media/source-errors.ts';

/** Of which bytes of a file: its own, and the JPEGs that clients get of it in ZIPs. */
type HashedPart = 'original' | 'full' | 's1600';
export type FileHash = { of: HashedPart; sha256: string; bytes: number };

/** What only the crew reads of a file. `problem`: why it could not be read. */
export type FileDetails = {
  name: string;
  capturedAt: string | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  camera: string | null;
  problem?: string;
};

type UnsealedReason = 'other_host' | MediaErrorCode;
/** A file of a release. Without hashes it is not sealed, for `reason`. */
export type ReleasedFile = {
  kind: MediaKind;
  file: string;
  version: string;
  details: FileDetails;
  hashes: readonly FileHash[];
  reason: UnsealedReason | null;
};
/** A whole tab that is not sealed: a player of another host, or a folder that cannot be listed. */
export type UnsealedTab = { kind: MediaKind; reason: UnsealedReason };

export type ManifestOf = {
  projectId: number;
  sessionId: number;
  recordId: number;
  captureDate: string;
  releasedAt: string;
  files: readonly ReleasedFile[];
  tabs: readonly UnsealedTab[];
};

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** With a salt: a name or place cannot be found by trying. */
function saltedDetails(details: FileDetails): string {
  return canonicalJson({ ...details, salt: randomBytes(16).toString('hex') });
}

type Entry = { file: ReleasedFile; details: string };

function publicEntry({ file: { kind, details: said, hashes, reason }, details }: Entry) {
  const capturedOn = said.capturedAt?.slice(0, 10) ?? null;
  const common = { kind, capturedOn, details: sha256Of(details) };
  const [original, ...copies] = hashes;
  if (!original) return { ...common, reason: reason ?? 'not_found' };
  const { sha256, bytes } = original;
  return { ...common, sha256, bytes, copies: copies.map((copy) => ({ ...copy })) };
}

/** `details`: of each file in its order, as canonical JSON whose hash the manifest holds. */
export function makeManifest(of: ManifestOf): { content: string; hash: string; details: string[] } {
  const entries = of.files.map((file) => ({ file, details: saltedDetails(file.details) }));
  const isSealed = ({ file }: Entry) => file.hashes.length > 0;
  const content = canonicalJson({
    format: 'topout-manifest-1',
    kind: 'release',
    project: of.projectId,
    session: of.sessionId,
    record: of.recordId,
    captureDate: of.captureDate,
    releasedAt: of.releasedAt,
    files: entries.filter(isSealed).map(publicEntry),
    unsealed: [
      ...entries.filter((entry) => !isSealed(entry)).map(publicEntry),
      ...of.tabs.map(({ kind, reason }) => ({ kind, reason })),
    ],
  });
  return { content, hash: sha256Of(content), details: entries.map(({ details }) => details) };
}
