// What a report says, as plain data: gathered by the server, drawn by a process of its own.

/** The number of a picture in the list of those that the drawing process may ask for. */
export type PictureNumber = number;

export type ReportPicture = { picture: PictureNumber; caption: string; alt: string };

/** `matrix` takes shares of the older picture to shares of the newer one; null: the two stand as they were taken. */
export type ReportPair = {
  heading: string;
  before: ReportPicture;
  after: ReportPicture;
  matrix: readonly number[] | null;
  note: string;
};

/** `mark`: where in it the place is, in shares; `url`: of the exact view, null where no address is known. */
export type ReportCrop = ReportPicture & { mark: { x: number; y: number } | null; url: string | null };

export type ReportAnswer = { head: string; text: string; crop: ReportCrop | null };

export type ReportConcern = {
  heading: string;
  facts: string;
  text: string;
  crop: ReportCrop | null;
  answers: ReportAnswer[];
};

/** `url`: the page that it opens; null: none is known. */
export type ReportCell = { text: string; url: string | null };

/** `foot`: its last row, in strong words. `size`: of its words, where many columns have to fit. */
export type ReportTable = {
  columns: readonly { title: string; width: number; align?: 'right' }[];
  rows: readonly (readonly (string | ReportCell)[])[];
  foot?: readonly (string | ReportCell)[];
  size?: number;
};

/** `note`: what is said of it beside its words. */
export type ReportCriterion = { text: string; note: string; pictures: readonly ReportPicture[] };

/** A stage of the works. `pairs`: places in the report's list of them. */
export type ReportStage = {
  heading: string;
  facts: readonly ReportCell[];
  criteria: readonly ReportCriterion[];
  pairs: readonly number[];
  marks: readonly string[];
};

/** What a lender's pack holds besides: a valuation sheet for each list of stages, and the stages. */
export type ReportPack = {
  sheets: readonly { heading: string; note: string; table: ReportTable }[];
  stages: readonly ReportStage[];
};

/** What was noted of one visit among several. */
export type ReportNote = { heading: string; text: string };

/** The last section: what the paper can be checked by. `certificate`: a draft on pages of its own, to be completed and signed by a person. */
export type ReportProof = {
  words: string;
  link: { url: string; words: string } | null;
  certificate: { heading: string; note: string; parts: readonly ReportNote[] } | null;
};

export type Report = {
  /** `colour`: words of it can be read on white; null: the product's own. */
  brand: { name: string; colour: string | null; address: string; logo: PictureNumber | null };
  /** 'Session report'. */
  kind: string;
  title: string;
  subtitle: string;
  /** 'Roof carcass · 11 of 15 stages confirmed'; null where there are several lists of stages, which are facts, or none. */
  stage: string | null;
  /** The instant of making, ISO, and the day as it is written. */
  madeAt: string;
  madeOn: string;
  cover: ReportPicture | null;
  facts: readonly (readonly [label: string, value: string])[];
  /** Where its QR code leads, and what that is called; null: no address is known. */
  link: { url: string; words: string } | null;
  notes: string | null;
  /** In a pack each stands with its stage. */
  pairs: readonly ReportPair[];
  pack: ReportPack | null;
  groups: readonly { heading: string; pictures: readonly ReportPicture[] }[];
  concerns: readonly ReportConcern[];
  next: readonly string[];
  visits: ReportTable | null;
  visitNotes: readonly ReportNote[];
  releases: readonly string[];
  /** Null where nothing of it is sealed. */
  proof: ReportProof | null;
  /** At the foot of each page: what it was made from. */
  foot: string;
};

/** The pictures that a report needs, in the order in which they are drawn. */
export function picturesOf({ brand, cover, pairs, pack, groups, concerns }: Report): PictureNumber[] {
  const ofPairs = (some: readonly ReportPair[]) => some.flatMap(({ after, before }) => [after, before]);
  const ofStage = (stage: ReportStage) => [
    ...stage.criteria.flatMap(({ pictures }) => pictures),
    ...ofPairs(stage.pairs.flatMap((at) => pairs[at] ?? [])),
  ];
  const drawn = [
    cover,
    ...(pack ? pack.stages.flatMap(ofStage) : ofPairs(pairs)),
    ...groups.flatMap(({ pictures }) => pictures),
    ...concerns.flatMap(({ crop, answers }) => [crop, ...answers.map((answer) => answer.crop)]),
  ];
  return [...(brand.logo === null ? [] : [brand.logo]), ...drawn.flatMap((one) => one?.picture ?? [])];
}
