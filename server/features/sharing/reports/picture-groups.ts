// The pictures of a visit in a report, by the tab where they lie, with the camera's time beneath each.
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import { readDetails } from '#server/features/media/picture-details.ts';
import type { Report, ReportPicture } from '#server/media/reports/report-model.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { FileFinder, Gathering } from './gather.ts';
import type { PictureList } from './picture-list.ts';
import { cameraTime, isolated } from './words.ts';

const groupNames: Partial<Record<MediaKind, string>> = {
  drone: 'Drone photos',
  indoor: 'Indoor photos',
  tour360: '360° pictures',
};

export type VisitPicture = { kind: MediaKind; file: SourceFile };

export async function picturesOfVisit(files: FileFinder, id: number): Promise<VisitPicture[]> {
  const found: VisitPicture[] = [];
  for (const kind of mediaKinds) found.push(...(await files.list(id, kind)).map((file) => ({ kind, file })));
  return found;
}

type Caption = { capturedAt: string | null; latitude: number | null; longitude: number | null } | undefined;

/** The crew reads where it was taken; a guest no name of a file. */
function captionOf(file: SourceFile, details: Caption, edition: Gathering['edition']): string {
  const taken = cameraTime(details?.capturedAt);
  const hasPlace = edition === 'crew' && details && details.latitude !== null && details.longitude !== null;
  const place = hasPlace ? `${details.latitude?.toFixed(5)}, ${details.longitude?.toFixed(5)}` : null;
  return [edition === 'guest' ? null : isolated(file.name), taken, place].filter(Boolean).join(' · ');
}

/** `visit`: which one they are of, where a report shows several. */
export async function toGroups(
  { db, edition }: Gathering,
  shown: readonly VisitPicture[],
  { pictures, visit }: { pictures: PictureList; visit?: string },
): Promise<Report['groups'][number][]> {
  const files = shown.map(({ file }) => file);
  const details = await readDetails(db, files);
  const headingOf = (kind: MediaKind) => [groupNames[kind] ?? 'Pictures', visit].filter(Boolean).join(', ');
  const toPicture = ({ kind, file }: VisitPicture): ReportPicture => {
    const caption = captionOf(file, details.get(file.id), edition);
    const alt = [headingOf(kind), caption].filter(Boolean).join(': ');
    return { picture: pictures.addFile(file), caption, alt };
  };
  return mediaKinds.flatMap((kind) => {
    const own = shown.filter((one) => one.kind === kind);
    return own.length > 0 ? [{ heading: headingOf(kind), pictures: own.map(toPicture) }] : [];
  });
}
