// The demo's pins: where its concerns are and what its answers show, with the crops that the product would have made.
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Transaction } from 'kysely';
import { type NewAnchor, planCrop, type Region } from '#contract/disputes/anchors.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { fileVersion } from '#server/lib/file-version.ts';
import { sharp } from '#server/lib/sharp.ts';
import { linkPrefix } from './media-manifest.ts';

type Tx = Transaction<Tables>;

/** In which released visit of the project, newest first, and in which file of a tab; `file` is its name. */
type InFile = { nth: number; tab: MediaKind; file: string };

/** A place in the demo's media; `east` and `north`: metres from the site's middle; `before`: the older visit of a comparison. */
export type DemoPin = InFile &
  (
    | { kind: 'photo'; x: number; y: number }
    | { kind: 'panorama'; yaw: number; pitch: number }
    | { kind: 'film'; second: number; x: number; y: number }
    | { kind: 'map'; east: number; north: number }
    | { kind: 'comparison'; x: number; y: number; before: number }
  );

/** A released session: its present record, and the links of its tabs. */
export type ReleasedVisit = { id: number; recordId: number; links: Record<MediaKind, string | null> };

/** What a pin is found by: the project's released visits, newest first, its middle on the globe, and the folder of its files. */
export type PinnedProject = {
  visits: readonly ReleasedVisit[];
  place: { latitude: number; longitude: number };
  folder: string;
};

const metresPerDegree = 111_320;

type Found = { visit: ReleasedVisit; id: string; path: string; version: string };

/** The file behind the visit's link; null in a checkout without the demo's media. */
async function findFile({ visits, folder }: PinnedProject, { nth, tab, file }: InFile): Promise<Found | null> {
  const visit = visits[nth];
  const link = visit?.links[tab]?.replace(linkPrefix, '');
  if (!visit || !link) return null;
  const item = link.endsWith(`/${file}`) ? link : `${link}/${file}`;
  const path = join(folder, item.replace(/^demo\//, ''));
  const found = await stat(path).catch(() => null);
  return found && { visit, id: `local:${item}`, path, version: fileVersion(found) };
}

function anchorOf(
  pin: DemoPin,
  place: PinnedProject['place'],
  files: { file: string; other: Found | null },
): NewAnchor {
  const inTab = { mediaKind: pin.tab, file: files.file };
  switch (pin.kind) {
    case 'photo':
      return { kind: 'photo', ...inTab, x: pin.x, y: pin.y };
    case 'panorama':
      return { kind: 'panorama', ...inTab, yaw: pin.yaw, pitch: pin.pitch };
    case 'film':
      return { kind: 'film', ...inTab, second: pin.second, x: pin.x, y: pin.y };
    case 'map': {
      const latitude = place.latitude + pin.north / metresPerDegree;
      const perDegree = metresPerDegree * Math.cos((place.latitude * Math.PI) / 180);
      return { kind: 'map', ...inTab, longitude: place.longitude + pin.east / perDegree, latitude };
    }
    case 'comparison': {
      const other = { sessionId: files.other?.visit.id ?? 0, file: files.other?.id ?? '' };
      return { kind: 'comparison', ...inTab, x: pin.x, y: pin.y, other, mode: 'swipe' };
    }
  }
}

/** What is seen around the place, as the product cuts it out of what people are shown. */
async function cropPicture(path: string, region: Region): Promise<Buffer> {
  const { width, height } = (await sharp(path).metadata()).autoOrient;
  const part = {
    left: Math.round(region.left * width),
    top: Math.round(region.top * height),
    width: Math.floor(region.width * width),
    height: Math.floor(region.height * height),
  };
  const size = { fit: 'inside', withoutEnlargement: true } as const;
  return sharp(path).extract(part).resize(640, 640, size).webp({ quality: 72, effort: 2 }).toBuffer();
}

type Owner = { disputeId: number; messageId: number | null; ofConcern: boolean; by: number; at: Date };

/** Pins a concern, or a picture to an answer; nothing where the file is not there. */
export async function addPin(tx: Tx, project: PinnedProject, { pin, owner }: { pin: DemoPin; owner: Owner }) {
  const found = await findFile(project, pin);
  const other = pin.kind === 'comparison' ? await findFile(project, { ...pin, nth: pin.before }) : null;
  if (!found || (pin.kind === 'comparison' && !other)) return;
  const anchor = anchorOf(pin, project.place, { file: found.id, other });
  const { kind, mediaKind, file, ...numbers } = anchor;
  const plan = kind === 'film' ? null : planCrop(anchor);
  const row = {
    dispute_id: owner.disputeId,
    message_id: owner.messageId,
    of_concern: owner.ofConcern,
    kind,
    session_id: found.visit.id,
    record_id: found.visit.recordId,
    media_kind: mediaKind,
    file,
    version: found.version,
    name: basename(found.path),
    place: JSON.stringify({ ...numbers, other: undefined }),
    other_session_id: other?.visit.id ?? null,
    other_record_id: other?.visit.recordId ?? null,
    other_file: other?.id ?? null,
    cutout: plan && (await cropPicture(found.path, plan.region)),
    mark_x: plan?.mark.x ?? null,
    mark_y: plan?.mark.y ?? null,
    created_by: owner.by,
    created_at: owner.at,
  };
  await tx.insertInto('anchors').values(row).execute();
}
