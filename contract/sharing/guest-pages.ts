// What pages for people without a login are made of: the server gathers it as plain data, and nothing else reaches their components.
import type { VerifiedChain } from '#contract/evidence/endpoints.ts';
import type { Homography } from '#contract/geometry/homography.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { ReportState, SharedView } from './endpoints.ts';
import type { HandoverRender } from './handover-pages.ts';

/** `path`: its address without the size. `save`: its addresses with `?download` stand there. */
export type GuestPicture = { path: string; look: 'sphere' | 'map' | null; save: boolean };
export type NamedPicture = GuestPicture & { name: string };
export type DatedPicture = GuestPicture & {
  captureDate: string;
  /** Width by height; null where it is not known. */
  ratio: number | null;
};

/** `cover`: the address of its first picture without the size; null where it has none. */
export type GuestVisit = {
  path: string;
  captureDate: string;
  site: string | null;
  phase: string | null;
  cover: string | null;
};

/** `instead`: the sentence that stands there where it cannot be shown. */
type GuestVideo = { name: string; instead: string } | { name: string; address: string; failed: string };
type DrawnMap = { name: string; instead: string } | NamedPicture;

/** A tab of a visit. `player`: of another host; `left out` where the link does not include it. */
export type GuestTab = {
  kind: MediaKind;
  maps: DrawnMap[];
  videos: GuestVideo[];
  photos: NamedPicture[];
  player: { address: string } | 'left out' | null;
  problem: string | null;
};

/** `matrix`: from shares of the older picture to shares of the newer one, if the two were aligned. */
export type GuestPair = { older: DatedPicture; newer: DatedPicture; matrix: Homography | null };

/** All pictures of a visit as one file, in both sizes, with how many bytes each has at most. */
export type ZipOffer = { path: string; pictures: number; bytes: { full: number; s1600: number } };

/** A confirmed stage. */
export type GuestStage = {
  id: number;
  name: string;
  /** The day, and by whom as far as guests may read it. */
  confirmed: { on: string; by: string };
  /** By whom as far as guests may read it, and on which day. */
  acknowledged: { on: string; by: string }[];
  /** The page’s own link has acknowledged it, which it does once. */
  isDone: boolean;
};

/** The stages of one place. */
export type GuestStageList = {
  site: string | null;
  present: string | null;
  next: string | null;
  total: number;
  confirmed: GuestStage[];
};

export type ReportOf =
  | { of: 'period'; from: string; to: string; visits: number }
  | { of: 'session'; captureDate: string; site: string | null }
  /** `stages`: with what of each is confirmed to date, which the figures of its file lead to. */
  | { of: 'pack'; number: number; from: string; to: string; stages: { id: number; name: string; confirmed: string }[] };

/** What a link shows. */
export type SharedContent =
  | {
      kind: 'project';
      base: string;
      project: string;
      visits: GuestVisit[];
      page: number;
      hasMore: boolean;
      stages: GuestStageList[];
      acknowledging: 'offered' | 'needsPin' | 'no';
    }
  | (Pick<GuestVisit, 'captureDate' | 'site' | 'phase'> & {
      kind: 'visit';
      project: string;
      /** The address of all visits, where they are shared too. */
      all: string | null;
      notes: string | null;
      zip: ZipOffer | null;
      tabs: GuestTab[];
    })
  | { kind: 'viewpoint'; project: string; name: string; site: string | null; pictures: DatedPicture[] }
  | {
      kind: 'comparison';
      project: string;
      visits: [older: GuestVisit, newer: GuestVisit];
      pairs: GuestPair[];
      view: SharedView | null;
    }
  | { kind: 'report'; project: string; report: ReportOf; path: string };

/** What a page says that shows nothing. `base`: the link's own address. */
type Notice =
  | { kind: 'gone' }
  | { kind: 'refused'; status: number; sentence: string }
  | { kind: 'pin'; base: string; failure: string | null }
  | { kind: 'acknowledge'; base: string; stage: { id: number; name: string }; typed: string; failure: string }
  | { kind: 'verify'; typed: string; failure: string | null }
  | { kind: 'verified'; chain: VerifiedChain }
  | { kind: 'reportFailed'; base: string; problem: string | null }
  | { kind: 'reportReady'; base: string }
  | { kind: 'reportMaking'; base: string; progress: Pick<ReportState, 'key' | 'state' | 'ahead' | 'done' | 'total'> };

type GuestBrand = { name: string; logo: string | null; colour: string | null };

/** What stands around shared content. */
type Sharing = {
  base: string;
  /** By which an open counts once. */
  mark: string;
  /** The sessions shown, which the open page listens for. */
  needs: readonly string[];
  /** Null for the live sample. */
  sharedWith: { recipient: string; until: string | null } | null;
  /** The whole address of the picture in previews; null for none. */
  preview: string | null;
};

export type GuestPage = { brand: GuestBrand } & (
  | { kind: 'shared'; content: SharedContent; sharing: Sharing }
  | { kind: 'notice'; notice: Notice }
);

/** What somebody who follows the link in an email reads. `email`: as far as it may be shown. */
export type UnsubscribePage = { brand: Pick<GuestBrand, 'name'> } & (
  | { state: 'asks' | 'done'; email: string; about: string }
  | { state: 'unknown' }
);

/** The components' side (web/guest-render.tsx). */
export type GuestRender = HandoverRender & {
  renderGuestPage(page: GuestPage): string;
  renderUnsubscribePage(page: UnsubscribePage): string;
  /** What the pages load: the script of each, the viewers of panoramas and maps, and for /verify its script and what reads files there. */
  guestScripts: Readonly<Record<'script' | 'sphere' | 'map' | 'verify' | 'hasher', string>>;
};
