// What the page of a session says of its release: its seal, and what the sealed pictures say of themselves (behaviour §32.9).
import { type Kysely, sql } from 'kysely';
import type { SessionEvidence } from '#contract/evidence/endpoints.ts';
import { printedCode } from '#contract/evidence/seal-code.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { isTakenBack } from '#server/db/taken-back.ts';
import type { Finding, JudgedPicture } from '#server/features/sessions/checks/checked-visit.ts';
import { judgeDates, judgePositions } from '#server/features/sessions/checks/judge-facts.ts';
import { readBefore } from '#server/features/sessions/checks/visit-rows.ts';
import { notFound } from '#server/lib/problem.ts';
import { count, listed } from '#server/lib/words.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';

type Release = {
  manifestId: number | null;
  captureDate: string | null;
  site: { latitude: number; longitude: number } | null;
  seal: SessionEvidence['seal'];
};

/** 404 for one that this person does not see. */
async function loadRelease(db: Kysely<Tables>, actor: Person, id: number): Promise<Release> {
  const found = await sql<Release>`select sm.id as "manifestId", r.capture_date as "captureDate",
      case when si.latitude is not null then json_build_object('latitude', si.latitude, 'longitude', si.longitude) end as site,
      case when l.id is not null then json_build_object('number', l.number, 'code', l.code, 'sealedAt', l.sealed_at, 'files', sm.files,
        'unsealed', sm.unsealed) end as seal
    from ${sql.table(sessionView(actor))} s join sessions o on o.id = s.id
      left join session_records r on r.id = o.released_record_id left join sites si on si.id = r.site_id
      left join seal_manifests sm on sm.record_id = o.released_record_id left join seals l on l.manifest_id = sm.id
    where s.id = ${id} and ${visibleSessions(actor)}`.execute(db);
  const [release] = found.rows;
  if (!release) throw notFound('Session');
  return release;
}

type SealedPicture = JudgedPicture & { editedWith: string | null };

/** Those of the sealed pictures that clients still see. */
async function readSealedPictures(db: Kysely<Tables>, manifestId: number): Promise<SealedPicture[]> {
  const hidden = isTakenBack({ project: sql`sm.project_id`, file: sql`f.file` });
  const found = await sql<Omit<SealedPicture, 'name' | 'analysis'>>`
    select f.media_kind as "mediaKind", f.file, f.version, d.captured_at as "capturedAt", d.latitude, d.longitude,
      d.edited_with as "editedWith"
    from sealed_files f join seal_manifests sm on sm.id = f.manifest_id
      join picture_details d on d.file = f.file and d.version = f.version
    where sm.id = ${manifestId} and not ${hidden} order by f.nth`.execute(db);
  return found.rows.map((row) => ({ ...row, name: '', analysis: null }));
}

type Said = SessionEvidence['said'][number];

/** Nothing where no file names an editor: that says nothing. */
export function judgeEdits(pictures: readonly Pick<SealedPicture, 'editedWith'>[]): Said[] {
  const editors = pictures.flatMap(({ editedWith }) => editedWith ?? []);
  if (editors.length === 0) return [];
  const were = editors.length === 1 ? 'was' : 'were';
  const words = `${editors.length} of ${count(pictures.length, 'picture')} ${were} saved by ${listed([...new Set(editors)].sort())}, as the ${editors.length === 1 ? 'file says' : 'files say'}.`;
  return [{ verdict: 'differs', words }];
}

export async function loadSessionEvidence(db: Kysely<Tables>, actor: Person, id: number): Promise<SessionEvidence> {
  const { manifestId, captureDate, site, seal } = await loadRelease(db, actor, id);
  const pictures = manifestId === null ? [] : await readSealedPictures(db, manifestId);
  if (seal === null || captureDate === null || pictures.length === 0) return { seal: shownSeal(seal), said: [] };
  const before = site ? [] : (await readBefore(db, id)).places;
  const said = ({ verdict, evidence }: Finding): Said => ({ verdict, words: evidence });
  return {
    seal: shownSeal(seal),
    said: [
      said(judgeDates(pictures, captureDate)),
      said(judgePositions(pictures, { site, before })),
      ...judgeEdits(pictures),
    ],
  };
}

function shownSeal(seal: SessionEvidence['seal']): SessionEvidence['seal'] {
  return seal && { ...seal, code: printedCode(seal.code), sealedAt: new Date(seal.sealedAt).toISOString() };
}
