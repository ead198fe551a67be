// The finding about pictures of other visits, for reviewers only: it names projects that a photographer may not know of (behaviour §32.8).

import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { type BorrowedPicture, borrowedWords } from '#contract/sessions/checks.ts';
import type { Tables } from '#server/db/schema.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import { count } from '#server/lib/words.ts';
import { differs, type Finding, fits, type JudgedPicture, notChecked } from './checked-visit.ts';

type Side = { sessionId: number; mediaKind: MediaKind; file: string; version: string; name: string };
type MatchRow = {
  own: Side;
  known: Side & { captureDate: string; projectName: string };
  mirrored: boolean;
  covered: number;
  degrees: number;
};

const sideOf = (
  visit: string,
  picture: string,
) => sql`jsonb_build_object('sessionId', ${sql.ref(`${visit}.session_id`)},
  'mediaKind', ${sql.ref(`${visit}.media_kind`)}, 'file', ${sql.ref(`${picture}.file`)},
  'version', ${sql.ref(`${picture}.version`)}, 'name', ${sql.ref(`${picture}.name`)})`;

/** Of visits and projects that are still there. */
async function readMatches(db: Kysely<Tables>, sessionId: number): Promise<MatchRow[]> {
  const found = await sql<MatchRow>`
    select ${sideOf('v', 'h')} as own, b.mirrored, b.covered, b.degrees,
      ${sideOf('k', 'kh')} || jsonb_build_object('captureDate', s.capture_date, 'projectName', p.name) as known
    from borrowed_pictures b join visit_hashes v on v.session_id = b.session_id and v.picture_id = b.picture_id
      join picture_hashes h on h.id = v.picture_id
      join visit_hashes k on k.session_id = b.known_session_id and k.picture_id = b.known_picture_id
      join picture_hashes kh on kh.id = k.picture_id
      join sessions_present s on s.id = k.session_id join projects p on p.id = s.project_id and p.removed_at is null
    where b.session_id = ${sessionId} order by h.name, h.file`.execute(db);
  return found.rows;
}

/** `unhashed`: there is nothing to recognise in them. */
type Counts = { compared: number; waiting: number; unhashed: number };

async function countSearched(db: Kysely<Tables>, sessionId: number): Promise<Counts> {
  const found =
    await sql<Counts>`select count(*) filter (where hash is not null and searched_at is not null)::integer as compared,
      count(*) filter (where hash is not null and searched_at is null)::integer as waiting,
      count(*) filter (where hash is null)::integer as unhashed
    from visit_hashes where session_id = ${sessionId}`.execute(db);
  return found.rows[0] ?? { compared: 0, waiting: 0, unhashed: 0 };
}

function toSide({ sessionId, mediaKind, file, version, name }: Side) {
  const url = (size: 's400' | 's1600') => imageUrlOf({ id: file, version }, { id: sessionId, kind: mediaKind }, size);
  return { sessionId, mediaKind, item: file, name, thumbnailUrl: url('s400'), imageUrl: url('s1600') };
}

/** Less of the earlier picture than this is shown where its sides were cut; farther than this it was turned. */
const nearlyAll = 0.97;
const turnedDegrees = 1;

function toBorrowed({ own, known, mirrored, covered, degrees }: MatchRow): BorrowedPicture {
  const { captureDate, projectName } = known;
  return {
    own: toSide(own),
    known: { ...toSide(known), captureDate, projectName },
    mirrored,
    cut: covered < nearlyAll,
    turned: Math.abs(degrees) > turnedDegrees,
    covered,
  };
}

const notYet = (pictures: number) => `${count(pictures, 'picture')} not compared with earlier visits yet.`;

function evidenceOf(matches: readonly BorrowedPicture[], { compared, waiting, unhashed }: Counts): string {
  const silent = unhashed === 0 ? '' : ` ${count(unhashed, 'picture')} too plain or too small to compare.`;
  const [first] = matches;
  if (!first) return `${count(compared, 'picture')} compared with those of earlier visits; none is the same.${silent}`;
  const said = `${first.own.name} is ${borrowedWords(first)}`;
  const rest = matches.length === 1 ? '' : `, and ${count(matches.length - 1, 'other')} like it`;
  const late = waiting === 0 ? '' : ` ${notYet(waiting)}`;
  return `${matches.length} of ${count(compared, 'picture')} consistent with an earlier visit’s: ${said}${rest}.${late}${silent}`;
}

type BorrowedFinding = { finding: Finding; borrowed: BorrowedPicture[]; waiting: boolean };

/** What was found so far is said also while others are still compared. */
export async function judgeBorrowed(
  db: Kysely<Tables>,
  sessionId: number,
  pictures: readonly JudgedPicture[],
): Promise<BorrowedFinding> {
  const counts = await countSearched(db, sessionId);
  const borrowed = (await readMatches(db, sessionId)).map(toBorrowed);
  const waiting = counts.waiting > 0;
  const judge = (): Finding => {
    const files = new Set(borrowed.map(({ own }) => own.item));
    if (borrowed.length > 0)
      return differs(
        'borrowed',
        evidenceOf(borrowed, counts),
        pictures.filter(({ file }) => files.has(file)),
      );
    if (waiting) return notChecked('borrowed', notYet(counts.waiting));
    // Those of before there were hashes.
    if (counts.compared + counts.unhashed === 0) return notChecked('borrowed', notYet(pictures.length));
    if (counts.compared === 0) return notChecked('borrowed', 'No picture could be compared.');
    return fits('borrowed', evidenceOf(borrowed, counts));
  };
  return { finding: judge(), borrowed, waiting };
}
