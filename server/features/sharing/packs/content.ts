// What a pack says, as it is stored: a report without its number and addresses, and the pictures that it shows.
import { createHash } from 'node:crypto';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { readCrop } from '#server/features/disputes/anchors.ts';
import { createFileFinder, type Gathered, type Gathering, readLogo } from '#server/features/sharing/reports/gather.ts';
import {
  alignedPairs,
  type FoundPair,
  PictureList,
  type PictureSource,
} from '#server/features/sharing/reports/pairs.ts';
import type { Report, ReportCell, ReportProof } from '#server/media/reports/report-model.ts';

/** `places`: by file, the visit and tab in which it is shown. */
export type PackContent = {
  /** Packs of before the stage had its line have it among the facts. */
  report: Omit<Report, 'madeAt' | 'madeOn' | 'link' | 'pairs' | 'proof' | 'stage'> & Partial<Pick<Report, 'stage'>>;
  pairs: FoundPair[];
  sources: PictureSource[];
  places: Record<string, { sessionId: number; mediaKind: MediaKind }>;
  /** The head of the project's chain when it was made; packs of before there were seals have none. */
  seal?: { line: string; proof: ReportProof } | null;
};

/** The editions of one pack. */
export type PackEdition = 'client' | 'guest';
export type PackEditions = Record<PackEdition, PackContent>;

/** As a cell names the page that it opens, until the address is known. */
export const stagePlace = (id: number) => `stage ${id}`;
export const stageOfPlace = (place: string) => Number(place.split(' ')[1]);
export const projectPlace = 'project';

/** Of what it says: not of the company's brand, of how its pictures are aligned, nor of what was sealed meanwhile. */
export function hashOf(editions: PackEditions): string {
  const said = Object.values(editions).map(({ report, pairs, sources }) => [
    { ...report, brand: null },
    pairs.map(({ drawn, versions }) => [drawn, versions]),
    sources.filter(({ of }) => of !== 'logo'),
  ]);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Read when they are drawn, as the reader sees them then: of what was taken back meanwhile the place stays empty. */
function restorePictures(gathering: Gathering, { sources, places }: PackContent): PictureList {
  const { db, reader, thumbnails } = gathering;
  const pictures = new PictureList(thumbnails, reader.id);
  const files = createFileFinder(gathering);
  for (const source of sources)
    pictures.add(source, async () => {
      if (source.of === 'logo') return readLogo(db, source.version);
      if (source.of === 'crop') return readCrop(db, reader, source);
      const place = places[source.item];
      const found = place && (await files.find(place.sessionId, place.mediaKind, source.item));
      return found && found.file.version === source.version ? pictures.thumbnail(found.file, source.size) : null;
    });
  return pictures;
}

/** `name`: of its file. */
export type NumberedPack = { projectId: number; number: number; corrects: number | null; name: string };

/** `project`: null where nothing can be opened. */
export type PackAddresses = { project: string | null; stage(id: number): string | null; words: string };

function withAddress(cell: string | ReportCell, { project, stage }: PackAddresses): string | ReportCell {
  if (typeof cell === 'string' || cell.url === null) return cell;
  return { ...cell, url: cell.url === projectPlace ? project : stage(stageOfPlace(cell.url)) };
}

function withAddresses(pack: Report['pack'], addresses: PackAddresses): Report['pack'] {
  const linked = (cell: string | ReportCell) => withAddress(cell, addresses);
  return (
    pack && {
      sheets: pack.sheets.map(({ table, ...sheet }) => {
        const { foot, rows, ...rest } = table;
        const drawn = { ...rest, rows: rows.map((row) => row.map(linked)) };
        return { ...sheet, table: foot ? { ...drawn, foot: foot.map(linked) } : drawn };
      }),
      stages: pack.stages.map((stage) => ({ ...stage, facts: stage.facts.map((fact) => linked(fact) as ReportCell) })),
    }
  );
}

/** The same for the same pack and addresses, but for the alignments that are found later. */
export async function packToDraw(
  gathering: Gathering,
  content: PackContent,
  { pack, addresses }: { pack: NumberedPack; addresses: PackAddresses },
): Promise<Gathered> {
  const { number, corrects, name, projectId } = pack;
  const { report, seal } = content;
  const { pairs, pendingPairs } = await alignedPairs(gathering.db, content.pairs);
  const numbered = corrects === null ? `No. ${number}` : `No. ${number}, which corrects no. ${corrects}`;
  return {
    name,
    pictures: restorePictures(gathering, content),
    pendingPairs,
    report: {
      ...report,
      stage: report.stage ?? null,
      kind: `Lender’s pack no. ${number}`,
      facts: [['Number', numbered], ...report.facts, ...(seal ? [['Seal', seal.line] as const] : [])],
      proof: seal?.proof ?? null,
      link: addresses.project === null ? null : { url: addresses.project, words: addresses.words },
      pairs,
      pack: withAddresses(report.pack, addresses),
      foot: `Pack ${number} of project ${projectId}, ${report.foot}`,
    },
  };
}
