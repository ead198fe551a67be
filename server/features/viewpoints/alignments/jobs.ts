// The jobs of alignments. Pairs that somebody waits for have a lane of their own; both share the one process that aligns.
import type { RunTransaction } from '#server/db/transaction.ts';
import type { JobHandler } from '#server/jobs.ts';
import { type Aligning, alignPair } from './align-pair.ts';
import { findPicture, versionsOf } from './job-pictures.ts';
import type { AlignmentPayload } from './queue.ts';
import { readersOf } from './readers.ts';
import { type FilePair, loadAlignment, type NewAlignment, saveAlignment } from './stored.ts';

type Dependencies = Aligning & { write: RunTransaction };

/** A file that changes while it is aligned is tried again at once, so often. */
const attempts = 3;

/** Open pages that wait for it ask again. */
async function save({ write }: Dependencies, pair: FilePair, saved: { found: NewAlignment; sessionId: number }) {
  await write({ topics: ['viewpoints'] }, async ({ tx, events }) => {
    await saveAlignment(tx, pair, { found: saved.found, byHand: false });
    events.invalidateFor({ admins: true, users: await readersOf(tx, saved.sessionId) });
  });
}

async function currentFiles(deps: Dependencies, { older, newer }: AlignmentPayload) {
  const [from, to] = [await findPicture(deps, older), await findPicture(deps, newer)];
  return from && to && { older: from, newer: to };
}

/** Whether nothing is left to do: aligned and saved, known before, or one of the pictures is gone. */
async function runOnce(deps: Dependencies, payload: AlignmentPayload): Promise<boolean> {
  const files = await currentFiles(deps, payload);
  if (!files) return true;
  const pair = versionsOf(files.older, files.newer);
  if ((await loadAlignment(deps.db, pair))?.settled) return true;
  const found = await alignPair(deps, payload, files);
  const after = await currentFiles(deps, payload);
  if (!after) return true;
  const isSame = JSON.stringify(versionsOf(after.older, after.newer)) === JSON.stringify(pair);
  if (isSame) await save(deps, pair, { found, sessionId: payload.newer.sessionId });
  return isSame;
}

function handler(deps: Dependencies): JobHandler {
  return {
    async run(payload) {
      for (let attempt = 0; attempt < attempts; attempt++) if (await runOnce(deps, payload as AlignmentPayload)) return;
    },
  };
}

/** Pairs that somebody looks at. */
export function alignmentJobs(deps: Dependencies): Record<'alignPictures', JobHandler> {
  return { alignPictures: handler(deps) };
}

/** Neighbours in time of a viewpoint, in advance. */
export function neighbourJobs(deps: Dependencies): Record<'alignNeighbours', JobHandler> {
  return { alignNeighbours: handler(deps) };
}
