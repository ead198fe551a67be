// Pictures of a visit by their ids, as they lie behind its links now.
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import {
  type LinkDependencies,
  listFilesForReply,
  loadSessionLink,
  type SessionLink,
} from '#server/features/media/session-link.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';

/** A tab of a visit, with the text of its link: null where nothing is linked. */
type VisitTab = { sessionId: number; kind: MediaKind; link: string | null };
export type FoundPicture = VisitTab & { link: string; file: SourceFile };
/** `linked`: what its reader may follow. */
export type OpenedTab = VisitTab & { linked: SessionLink };

/** 404 for a session that this person does not see. */
export async function openTab(
  deps: LinkDependencies,
  actor: Person,
  { sessionId, kind }: Pick<VisitTab, 'sessionId' | 'kind'>,
): Promise<OpenedTab> {
  const linked = await loadSessionLink(deps, actor, { id: sessionId, kind });
  return { sessionId, kind, link: linked.text, linked };
}

/** The images behind a tab, by id. */
export async function listPictures(
  source: MediaSource,
  { linked, ...tab }: OpenedTab,
): Promise<Map<string, FoundPicture>> {
  const { link } = tab;
  const files = await listFilesForReply(source, linked, 'Picture');
  if (link === null) return new Map();
  return new Map(files.flatMap((file) => (file.kind === 'image' ? [[file.id, { ...tab, link, file }]] : [])));
}
