// The pins of one file: which there are, whether they are shown, and what somebody is about to pin.

import { use, useState } from 'react';
import { type AnchorKind, type AnchorPlace, type NewAnchor, sessionPins } from '#contract/disputes/anchors.ts';
import { type Dispute, disputes, type Pin } from '#contract/disputes/endpoints.ts';
import { can } from '#contract/policy.ts';
import { getProject } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { type PinDialog, type PinnedTab, PinningContext, type Pointed } from '#web/media/frame/pinning.ts';
import type { Surface } from './surface.ts';

// Open concerns about a session whose place this person, who raised them, may set or change.

/** Only the newest; people with more move older ones by their own pins. */
const maxListed = 100;
const none: Dispute[] = [];

export function useMovable(sessionId: number, { enabled }: { enabled: boolean }) {
  const list = useApiQuery(disputes, { query: { sessionId, status: 'open', limit: maxListed } }, { enabled });
  return { list, movable: list.data?.rows.filter(({ mayMove }) => mayMove) ?? none };
}

/** What the place is pointed at for. `disputeId`: the concern that is moved; absent where its raiser is still to choose it. */
export type Purpose = { is: 'raise' | 'answer' } | { is: 'move'; disputeId?: number };

export type Pins = ReturnType<typeof useFilePins>;

/** `as`: how it is shown, and pinned to. */
type File = {
  id: string;
  as: AnchorKind;
  picture: Pointed['picture'];
  /** Of a comparison what else is kept. */
  extra?: { other: { sessionId: number; file: string } };
};

const hidden = 'pins-hidden';

/** Switched off on this device; nothing that is painted first depends on it. */
function useShown() {
  const [isShown, setShown] = useState(() => readLocalStorage(hidden) === null);
  return [
    isShown,
    (next: boolean) => {
      writeLocalStorage(hidden, next ? null : 'yes');
      setShown(next);
    },
  ] as const;
}

/** What this person may point at a place for. */
function usePurposes({ session }: PinnedTab): Purpose['is'][] {
  const { actor } = useCurrentUser();
  const { projectId, photographerId, released } = session;
  const isClient = can.raiseConcerns(actor);
  const { data: project } = useApiQuery(getProject, { params: { id: projectId } }, { enabled: isClient });
  const { movable } = useMovable(session.id, { enabled: isClient });
  if (!isClient) return released ? ['answer'] : [];
  const facts = project && { photographerId, released: true, relation: project.standing };
  const ways: Purpose['is'][] = facts && can.raiseConcern(actor, facts) ? ['raise', 'answer'] : [];
  return movable.length > 0 ? [...ways, 'move'] : ways;
}

/** Both have the numbers of that one picture, whether it was seen alone or beside an older one. */
const isOfPicture = (one: AnchorKind, other: AnchorKind) =>
  one === other || one === 'comparison' || other === 'comparison';

function useFilePins(tab: PinnedTab, file: File) {
  const { session, kind: mediaKind, pin: named } = tab;
  const { data } = useApiQuery(sessionPins, { params: { id: session.id } });
  const [isShown, setShown] = useShown();
  const [placing, setPlacing] = useState<Purpose | null>(null);
  const purposes = usePurposes(tab);
  const { open, dialogs } = useDialogs({
    of: (control, dialog: PinDialog) => <tab.Dialogs {...control} dialog={dialog} />,
  });
  const isHere = ({ anchor }: Pin) =>
    isOfPicture(anchor.kind, file.as) &&
    anchor.sessionId === session.id &&
    anchor.mediaKind === mediaKind &&
    anchor.file === file.id;
  const pins = (data?.pins ?? []).filter(isHere);
  return {
    /** The pin of the address comes back even where pins are switched off. */
    pins: isShown ? pins : pins.filter(({ anchor }) => anchor.id === named),
    all: pins,
    named,
    isShown,
    setShown,
    purposes,
    placing,
    begin: setPlacing,
    cancel: () => setPlacing(null),
    set(surface: Surface, place: AnchorPlace, purpose = placing) {
      const anchor = { kind: surface.kind, mediaKind, file: file.id, ...file.extra, ...place } as NewAnchor;
      const pointed = { session, anchor, picture: file.picture };
      setPlacing(null);
      if (purpose) open('of', { ...purpose, pointed });
    },
    openDetails: (disputeId: number) => open('of', { is: 'details', disputeId }),
    dialogs,
  };
}

type WithPinsProps = File & { children: (pins: Pins | null) => React.ReactNode };

/** Gives its child the pins of a file; null where nothing can be pinned. */
export function WithPins({ children, ...file }: WithPinsProps) {
  const tab = use(PinningContext);
  return tab ? (
    <FilePins tab={tab} file={file}>
      {children}
    </FilePins>
  ) : (
    children(null)
  );
}

type FilePinsProps = { tab: PinnedTab; file: File; children: WithPinsProps['children'] };

function FilePins({ tab, file, children }: FilePinsProps) {
  const pins = useFilePins(tab, file);
  return (
    <>
      {children(pins)}
      {pins.dialogs}
    </>
  );
}
