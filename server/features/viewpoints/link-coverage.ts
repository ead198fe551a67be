// Which viewpoints the files behind a link would cover, before a visit with that link is submitted: by name and position.
import { sql } from 'kysely';
import type { CoverageOf } from '#server/features/media/link-preview.ts';
import { keepDetails } from '#server/features/media/picture-details.ts';
import { decide } from './decide.ts';
import { readOpen } from './open-viewpoints.ts';
import { toPictures } from './visit-pictures.ts';

/** Headers of files elsewhere cost a request each: of those only names count here, and what is known already. */
const maxRead = 300;
/** Of no visit that there is. */
const unsubmitted = 0;

/** A viewpoint of another tab is not missed here. What a person would have to choose between counts as covered. */
export const coverageOfLink: CoverageOf = async (db, { projectId, siteId, kind, files }) => {
  const today = await sql<{ day: string }>`select current_date as day`.execute(db);
  const visit = { id: unsubmitted, projectId, siteId, captureDate: today.rows[0]?.day ?? '' };
  const open = await readOpen(db, visit);
  const viewpoints = open.filter(({ known }) => known.length === 0 || known[0]?.mediaKind === kind);
  if (viewpoints.length === 0) return null;
  const images = files.filter((file) => file.kind === 'image');
  const here = images.filter(({ path }) => path !== undefined).slice(0, maxRead);
  await keepDetails(db, here);
  const pictures = await toPictures(db, images, { kind, link: '' });
  const { placements, proposals } = decide({ viewpoints, pictures });
  const candidates = proposals.flatMap((proposal) => proposal.candidates);
  const covered = new Set([...placements, ...candidates].map(({ viewpointId }) => viewpointId));
  return viewpoints.map(({ id, position, name }) => ({ position, name, isCovered: covered.has(id) }));
};
