// A visit as its checks read it: its fields, and what is stored about its links and pictures.

import { type Kysely, sql } from 'kysely';
import { type LinkField, linkFields, sessionFields } from '#contract/core/session-fields.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { CheckName } from '#contract/sessions/checks.ts';
import type { Check } from '#contract/sessions/checks-routes.ts';
import type { LinkFindings, Tables } from '#server/db/schema.ts';
import { notFound } from '#server/lib/problem.ts';
import type { PictureAnalysis } from '#server/media/analysis/analyze-picture.ts';
import { visibleSessions } from '#server/visibility.ts';
import { linksOf } from './visit-rows.ts';

export type CheckedVisit = {
  id: number;
  captureDate: string;
  projectId: number;
  photographerId: number;
  /** One picture is to show the code of its day. */
  coded: boolean;
  site: { latitude: number; longitude: number } | null;
  /** Its links, and the findings about them; null if those are of other content. */
  links: LinkField[];
  findings: LinkFindings | null;
  /** The pictures behind its present links were analysed. */
  analyzed: boolean;
  /** They may have been replaced since. */
  old: boolean;
};

/** A host's unannounced change shows at most this much later, when somebody asks. */
const oldAfterMinutes = 10;

const present = sql.join(
  linkFields.map(
    (field) => sql`case when s.${sql.ref(sessionFields[field].column)} is not null then ${sql.lit(field)} end`,
  ),
);

/** 404 for one that this person does not see. */
export async function loadCheckedVisit(db: Kysely<Tables>, actor: Person, id: number): Promise<CheckedVisit> {
  const found = await sql<CheckedVisit>`
    select s.id, s.capture_date as "captureDate", s.project_id as "projectId", s.photographer_id as "photographerId",
      coalesce(pr.visit_codes_from <= s.capture_date, false) as coded, array_remove(array[${present}], null) as links,
      case when si.latitude is not null then json_build_object('latitude', si.latitude, 'longitude', si.longitude) end as site,
      case when h.record_id = s.record_id then h.findings end as findings, coalesce(c.looked, false) as analyzed,
      coalesce(c.checked_at < now() - make_interval(mins => ${oldAfterMinutes}), true) as old
    from sessions_present s join projects pr on pr.id = s.project_id left join sites si on si.id = s.site_id left join link_health h on h.session_id = s.id
      left join visit_checks c on c.session_id = s.id and c.links = ${linksOf('s')}
    where s.id = ${id} and ${visibleSessions(actor)}`.execute(db);
  const [visit] = found.rows;
  if (!visit) throw notFound('Session');
  return visit;
}

type PictureRow = Omit<JudgedPicture, 'analysis'> & {
  sharpness: number | null;
  brightness: number | null;
  dark: number | null;
  print: Buffer | null;
};

function toJudged({ sharpness, brightness, dark, print, ...said }: PictureRow): JudgedPicture {
  const isSeen = sharpness !== null && brightness !== null && dark !== null && print !== null;
  return { ...said, analysis: isSeen ? { sharpness, brightness, dark, print } : null };
}

/** In the order of the visit. */
export async function readJudged(db: Kysely<Tables>, sessionId: number): Promise<JudgedPicture[]> {
  const found = await sql<PictureRow>`
    select p.kind as "mediaKind", p.file, p.version, p.name, d.captured_at as "capturedAt", d.latitude, d.longitude,
      l.sharpness, l.brightness, l.dark, l.print
    from visit_checks c cross join rows from (jsonb_to_recordset(c.pictures) as (kind text, file text, version text, name text))
        with ordinality as p (kind, file, version, name, nth)
      left join picture_details d on d.file = p.file and d.version = p.version
      left join picture_looks l on l.file = p.file and l.version = p.version
    where c.session_id = ${sessionId} order by p.nth`.execute(db);
  return found.rows.map(toJudged);
}

// A picture with everything stored about it, for the checks; and the checks' wording about such pictures. Pure.
export type JudgedPicture = {
  mediaKind: MediaKind;
  file: string;
  version: string;
  name: string;
  /** By the camera's own clock, yyyy-mm-ddThh:mm:ss. */
  capturedAt: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Null: it could not be analysed. */
  analysis: PictureAnalysis | null;
};

export type Finding = Omit<Check, 'pictures'> & { pictures: JudgedPicture[] };

export function fits(name: CheckName, evidence: string): Finding {
  return { name, verdict: 'fits', evidence, pictures: [] };
}

export function differs(name: CheckName, evidence: string, pictures: JudgedPicture[] = []): Finding {
  return { name, verdict: 'differs', evidence, pictures };
}

export function notChecked(name: CheckName, evidence: string): Finding {
  return { name, verdict: 'notChecked', evidence, pictures: [] };
}
