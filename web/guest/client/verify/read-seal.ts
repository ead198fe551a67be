// Reads the signed manifest of a release. Its code is the beginning of a hash over all that it says: who has the code on paper needs no key.
import { sha256 } from 'hash-wasm';
import { canonicalJson, type JsonValue } from '#contract/evidence/canonical-json.ts';
import { codeOfHash } from '#contract/evidence/seal-code.ts';

type Copies = readonly { sha256: string }[];
type SealFile = {
  statement: { manifest: string };
  manifest: { files: readonly { sha256: string; copies: Copies }[] };
};

/** `hashes`: of the originals, and of the copies that clients get. */
export type ReadSeal = { code: string; originals: string[]; copies: string[] };

const isSealFile = (value: unknown): value is SealFile => {
  const { statement, manifest } = (value ?? {}) as Partial<SealFile>;
  return typeof statement?.manifest === 'string' && Array.isArray(manifest?.files);
};

/** Null for what is no seal, and for one whose manifest is not what was signed. */
export async function readSeal(text: string): Promise<ReadSeal | null> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isSealFile(parsed)) return null;
  const { statement, manifest } = parsed;
  if ((await sha256(canonicalJson(manifest as JsonValue))) !== statement.manifest) return null;
  return {
    code: codeOfHash(await sha256(canonicalJson(statement as JsonValue))),
    originals: manifest.files.map((file) => file.sha256),
    copies: manifest.files.flatMap(({ copies }) => copies.map((copy) => copy.sha256)),
  };
}
