// What media need to know so that concerns can be pinned to them: whose they are, which pin the address opens, and the dialogs.
import { type ComponentType, createContext } from 'react';
import type { NewAnchor } from '#contract/disputes/anchors.ts';
import type { MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';

/** A place that somebody has just pointed at, and the picture around it. */
export type Pointed = {
  session: Session;
  anchor: NewAnchor;
  /** The whole picture; null where there is none to cut out of. */
  picture: { src: string; crop?: { left: number; top: number; width: number; height: number } | undefined } | null;
};

export type PinDialog =
  | { is: 'raise' | 'answer'; pointed: Pointed }
  | { is: 'move'; pointed: Pointed; disputeId?: number }
  | { is: 'details'; disputeId: number };

/** The dialogs belong to concerns; media only open them. */
export type Pinning = {
  /** The anchor that the address names; undefined: none. */
  pin?: number | undefined;
  Dialogs: ComponentType<DialogControl & { dialog: PinDialog }>;
  /** For those who may hide single files from clients, or show them again: asks what is needed for that. */
  onTakeBack?: ((item: MediaItem) => void) | undefined;
};

export type PinnedTab = Pinning & { session: Session; kind: MediaKind };

/** Of a comparison: the newer session, which a concern about both is about. */
export type ComparisonPinning = Pinning & { session: Session };

/** Null where media are shown that nothing can be pinned to, as before they are submitted. */
export const PinningContext = createContext<PinnedTab | null>(null);
