// The draft of a certificate for documents produced by a computer, as section 84(4) of Nigeria's Evidence Act 2011 asks for: what the product
// knows is filled in; a responsible person checks the rest and signs (behaviour §31.6).

import { type Kysely, sql } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import { printedCode } from '#contract/evidence/seal-code.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Gathering } from '#server/features/sharing/reports/gather.ts';
import { isolated } from '#server/features/sharing/reports/words.ts';
import { productVersion } from '#server/lib/product-version.ts';
import { count } from '#server/lib/words.ts';
import type { ReportProof } from '#server/media/reports/report-model.ts';

/** The newest; earlier ones are named by the chain. */
const maxReleases = 20;

type About = { title: string; projectId: number; to: string; timeZone: string };
type SealedRelease = {
  number: number;
  code: string;
  captureDate: string;
  releasedOn: string;
  files: number;
  hash: string;
  keyId: string;
  cameras: string[];
};

async function readReleases(
  db: Kysely<Tables>,
  { projectId, to, timeZone }: About,
): Promise<{ releases: SealedRelease[]; total: number }> {
  const found = await sql<SealedRelease & { total: number }>`
    select l.number, l.code, r.capture_date as "captureDate", (sm.released_at at time zone ${timeZone})::date as "releasedOn", sm.files,
      sm.hash, l.key_id as "keyId", count(*) over ()::integer as total, coalesce((select array_agg(distinct d.camera order by d.camera)
        from sealed_files f join picture_details d on d.file = f.file and d.version = f.version
        where f.manifest_id = sm.id and d.camera is not null), '{}') as cameras
    from seals l join seal_manifests sm on sm.id = l.manifest_id join session_records r on r.id = sm.record_id
    where l.project_id = ${projectId} and r.capture_date <= ${to}::date
    order by l.number desc limit ${sql.lit(maxReleases)}`.execute(db);
  return { releases: found.rows, total: found.rows[0]?.total ?? 0 };
}

function releaseLine({ number, code, captureDate, releasedOn, files, hash }: SealedRelease): string {
  const days = `visit of ${formatDate(captureDate)}, released on ${formatDate(releasedOn)}`;
  return `No. ${number}: ${days}, ${count(files, 'file')}, code ${printedCode(code)}, SHA-256 of its manifest ${hash}`;
}

const blank = '______________________________';

/** Null where no visit up to the end of the period is sealed. */
export async function draftCertificate(
  { db, brand, edition }: Gathering,
  about: About,
): Promise<ReportProof['certificate']> {
  const { releases, total } = await readReleases(db, about);
  if (releases.length === 0) return null;
  const { name } = await brand();
  const cameras = [...new Set(releases.flatMap((release) => release.cameras))].sort();
  const keys = [...new Set(releases.map(({ keyId }) => keyId))].join(', ');
  const more = total > releases.length ? [`and ${total - releases.length} earlier ones in the same chain.`] : [];
  const taken =
    edition === 'guest' || cameras.length === 0
      ? 'cameras that the files name'
      : `the following, as the files say: ${cameras.join('; ')}`;
  return {
    heading: 'Certificate of documents produced by a computer (Evidence Act 2011, section 84(4))',
    note: 'Draft: to be checked and signed by a responsible person.',
    parts: [
      {
        heading: '1. The documents',
        text: [`Files of ${isolated(about.title)} that ${name} released:`, ...releases.map(releaseLine), ...more].join(
          '\n',
        ),
      },
      {
        heading: '2. How they were produced',
        text: `Pictures and videos were taken with ${taken}. They were submitted with the record of a visit, and released by a person of ${name}. At each release the computer program Topout ${productVersion} computed the SHA-256 of every file that it could read, and signed the list of them (Ed25519, key ${keys}), each together with the list before it. Whether a file is consistent with what was released can be checked with its code.`,
      },
      {
        heading: '3. The computer',
        text: [
          `To be confirmed by the signatory about the computer that runs this program for ${name}, for the time of these releases (section 84(2)):`,
          '[  ] it was used regularly to store and process information for activities carried on regularly over that time;',
          '[  ] information of this kind was regularly supplied to it in the ordinary course of those activities;',
          '[  ] it was operating properly, or any time at which it was not did not affect the documents or their accuracy;',
          '[  ] the documents reproduce, or are derived from, information supplied to it in the ordinary course of those activities.',
        ].join('\n'),
      },
      {
        heading: '4. The responsible person',
        text: [
          'To the best of my knowledge and belief:',
          `Name ${blank}`,
          `Position ${blank}`,
          `Signature ${blank}`,
          `Place and date ${blank}`,
        ].join('\n'),
      },
    ],
  };
}
