// What the pages in an archive are made of: the server gathers it as plain data, and their components see nothing else.
import type { LeftOut } from './endpoints.ts';

/** Paths are those within the archive. `small`: what pages show of it; null where there is none. */
export type HandedPicture = { name: string; path: string; small: string | null };
export type HandedFile = { name: string; path: string; isVideo: boolean };
/** `elsewhere`: the address at another host; null where nobody reads it. */
type NotIncluded = { name: string; reason: string; elsewhere: string | null };

/** A tab or a deliverable of a visit. */
export type HandedTab = { label: string; pictures: HandedPicture[]; files: HandedFile[]; missing: NotIncluded[] };

export type HandedVisitCard = {
  path: string;
  captureDate: string;
  site: string | null;
  phase: string | null;
  cover: string | null;
  pictures: number;
};

export type HandedViewpoint = {
  name: string;
  site: string | null;
  /** Oldest first. */
  pictures: (HandedPicture & { captureDate: string })[];
};

export type HandedConcern = {
  id: number;
  sessionId: number;
  captureDate: string;
  site: string | null;
  heading: string;
  raised: string;
  text: string;
  answers: { head: string; text: string }[];
};

export type HandedStage = {
  name: string;
  plannedOn: string | null;
  dropped: boolean;
  criteria: string[];
  marks: string[];
};
export type HandedStageList = { site: string | null; stages: HandedStage[] };

export type HandoverContent =
  | {
      kind: 'overview';
      visits: HandedVisitCard[];
      documents: (HandedFile & { captureDate: string })[];
      viewpoints: number;
      concerns: number;
      stages: number;
      seals: number;
      leftOut: LeftOut[];
    }
  | (Pick<HandedVisitCard, 'captureDate' | 'site' | 'phase'> & {
      kind: 'visit';
      notes: string | null;
      record: string;
      tabs: HandedTab[];
    })
  | { kind: 'viewpoints'; viewpoints: HandedViewpoint[] }
  | { kind: 'compare' }
  | { kind: 'concerns'; concerns: HandedConcern[] }
  | { kind: 'stages'; lists: HandedStageList[] };

/** `up`: from the page's folder to that of the archive. */
export type HandoverPage = {
  brand: { name: string; colour: string | null };
  project: string;
  /** yyyy-mm-dd */
  madeOn: string;
  up: '' | '../';
  content: HandoverContent;
};

/** What the script of the pages reads: a page that was opened from a stick cannot fetch. */
export type HandoverData = {
  visits: { captureDate: string; site: string | null; pictures: [name: string, path: string][] }[];
};

/** The components' side (web/guest-render.tsx). */
export type HandoverRender = {
  renderHandoverPage(page: HandoverPage): string;
  handoverFiles: Readonly<Record<'style' | 'script', string>>;
};
