// What a visit shows now: the pictures behind its links, tab by tab, with what their headers say.
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { isTwiceAsWide, type PictureShape } from '#contract/media/endpoints.ts';
import { uploadLimits } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { keepDetails, readDetails } from '#server/features/media/picture-details.ts';
import { linkColumn, mediaRootsColumn } from '#server/features/media/session-link.ts';
import { listUnlessBroken, type MediaRoot, type MediaSource, type SourceFile } from '#server/media/sources/source.ts';
import type { FreePicture } from './decide.ts';
import type { Spot } from './nearness.ts';

/** The tabs that hold pictures. */
export const pictureKinds = ['drone', 'indoor', 'tour360'] as const satisfies readonly MediaKind[];
type PictureKind = (typeof pictureKinds)[number];
/** Of a tab: as many as may be uploaded. */
const maxPictures = uploadLimits.files;

export type PictureSource = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts };
export type Visit = {
  id: number;
  projectId: number;
  siteId: number | null;
  captureDate: string;
  photographerId: number;
  released: boolean;
  roots: MediaRoot[];
  links: Record<PictureKind, string | null>;
};
/** `origin`: as its source lists it. */
export type VisitPicture = FreePicture & { link: string; version: string; origin: SourceFile };

const links = sql.join(pictureKinds.flatMap((kind) => [sql.lit(kind), sql.ref(`s.${linkColumn(kind)}`)]));

/** Null for one that was removed. */
export async function readVisit(db: Kysely<Tables>, id: number): Promise<Visit | null> {
  const found =
    await sql<Visit>`select s.id, s.project_id as "projectId", s.site_id as "siteId", s.capture_date as "captureDate",
      s.photographer_id as "photographerId", s.released,
      ${mediaRootsColumn('s')} as roots, json_build_object(${links}) as links
    from sessions_present s where s.id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}

/** Null where its link cannot be opened; a host that is busy throws, to be asked again. */
export async function listTab(
  { source, hosts }: PictureSource,
  visit: Visit,
  link: string,
): Promise<SourceFile[] | null> {
  const files = await listUnlessBroken(source, classifyLink(link, hosts), visit.roots);
  return files ? files.filter(({ kind }) => kind === 'image').slice(0, maxPictures) : null;
}

/** What is known of a picture whose header could not be read yet. */
export const silent: Spot & PictureShape = {
  latitude: null,
  longitude: null,
  heading: null,
  pitch: null,
  panorama: null,
  width: null,
  height: null,
};

/** A sphere by its own XMP, or by its shape where a picture says nothing. */
export function isPanorama(shape: PictureShape): boolean {
  return shape.panorama ?? isTwiceAsWide(shape);
}

/** Files of one tab with what is kept of their headers. */
export async function toPictures(
  db: Kysely<Tables>,
  files: readonly SourceFile[],
  tab: { kind: MediaKind; link: string },
): Promise<VisitPicture[]> {
  const details = await readDetails(db, files);
  return files.map((origin) => {
    const { id, name, version } = origin;
    const said = details.get(id) ?? silent;
    const { latitude, longitude, heading, pitch } = said;
    const spot = { latitude, longitude, heading, pitch, panorama: isPanorama(said) };
    return { ...spot, file: id, name, version, link: tab.link, mediaKind: tab.kind, origin };
  });
}

/** The pictures of one tab of a visit; null where they cannot be listed. */
async function listPicturesOf(deps: PictureSource, visit: Visit, kind: PictureKind): Promise<VisitPicture[] | null> {
  const link = visit.links[kind];
  if (link === null) return [];
  const files = await listTab(deps, visit, link);
  if (!files) return null;
  await keepDetails(deps.db, files);
  return toPictures(deps.db, files, { kind, link });
}

/** `listed`: the tabs whose pictures are all there; of another nothing is known now. */
export type ListedVisit = { visit: Visit; listed: PictureKind[]; pictures: VisitPicture[] };

export async function listVisitPictures(deps: PictureSource, visit: Visit): Promise<ListedVisit> {
  const tabs: ListedVisit = { visit, listed: [], pictures: [] };
  for (const kind of pictureKinds) {
    const pictures = await listPicturesOf(deps, visit, kind);
    if (!pictures) continue;
    tabs.listed.push(kind);
    tabs.pictures.push(...pictures);
  }
  return tabs;
}
