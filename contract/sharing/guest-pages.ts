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

/** A visit by one picture. `picture`: null where it has none; `of`: of its video, in place of one. `path`: of its own page; null where the link does not show that. */
export type GuestMoment = {
  captureDate: string;
  site: string | null;
  phase: string | null;
  picture: (DatedPicture & { of?: 'video' }) | null;
  path: string | null;
};

/** `instead`: the sentence that stands there where it cannot be shown. */
type GuestVideo =
  | { name: string; instead: string }
  /** `light`: the bytes of its light copy, which the address leads to; null: to the video itself. `still`: one of its pictures, its address without the size. */
  | { name: string; address: string; failed: string; light: number | null; still: string | null };
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

/** The first files of a tab, of the newest visit that has it. `poster`: a picture of that visit. `tab`: null where its host did not answer in time. */
export type LatestTab = {
  kind: MediaKind;
  captureDate: string;
  path: string;
  poster: string | null;
  tab: GuestTab | null;
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
      /** All that are released, the day of the first one, and how many days ago the last one was. */
      visits: number;
      since: string | null;
      lastDays: number | null;
      /** The names of the sites that have visits. */
      sites: string[];
      /** The newest picture from above, else that of the newest video; null on further pages, and where there is neither. */
      cover: (DatedPicture & { of: 'site' | 'video' }) | null;
      /** First and newest picture of the viewpoint that shows the longest time. */
      pair: (GuestPair & { name: string }) | null;
      /** Oldest first. */
      moments: GuestMoment[];
      /** The address of what a video is made of; null where none is offered. */
      film: string | null;
      page: number;
      hasMore: boolean;
      stages: GuestStageList[];
      acknowledging: 'offered' | 'needsPin' | 'no';
      latest: LatestTab[];
      /** The newest visits' reports, newest first; none where the link allows no downloads. */
      reports: { captureDate: string; site: string | null; path: string }[];
      /** Newest first. */
      notes: { captureDate: string; path: string; notes: string }[];
    }
  | (Pick<GuestMoment, 'captureDate' | 'site' | 'phase'> & {
      kind: 'visit';
      project: string;
      /** The address of all visits, where they are shared too. */
      all: string | null;
      notes: string | null;
      zip: ZipOffer | null;
      /** The address of its report; null where the link offers none. */
      report: string | null;
      /** A picture of the visit, for films that have none of their own. */
      poster: string | null;
      tabs: GuestTab[];
    })
  /** `moments`: oldest first. */
  | {
      kind: 'viewpoint';
      base: string;
      project: string;
      name: string;
      site: string | null;
      moments: GuestMoment[];
      film: string | null;
    }
  | {
      kind: 'comparison';
      project: string;
      visits: [older: GuestMoment, newer: GuestMoment];
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
  /** Null for the live sample. `until`: the last day by the company's calendar. */
  sharedWith: { recipient: string; until: string | null } | null;
  /** Where questions are sent; null where the page offers none. */
  askAt: string | null;
  /** It stands in a frame on another site: only what can be viewed there. */
  embedded: boolean;
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
  /** What the pages load: the script of each, the viewers of panoramas and maps, show mode, what makes videos, and for /verify its script and what reads files there. */
  guestScripts: Readonly<Record<'script' | 'sphere' | 'map' | 'show' | 'film' | 'verify' | 'hasher', string>>;
};
