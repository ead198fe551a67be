// Each stage in a pack: its criteria with the pictures that show them, what they come to, and its marks.

import { formatDate } from '#contract/core/day-words.ts';
import type { ReportEdition } from '#contract/sharing/endpoints.ts';
import { standingOf } from '#contract/stages/standing.ts';
import { figureWords, isWeighted } from '#contract/stages/valuation.ts';
import { isolated } from '#server/features/sharing/reports/words.ts';
import type { ShownPicture, StageRow } from '#server/features/stages/queries.ts';
import { count } from '#server/lib/words.ts';
import type { ReportCell, ReportCriterion, ReportPicture, ReportStage } from '#server/media/reports/report-model.ts';
import { stagePlace } from './content.ts';
import { markLine } from './mark-lines.ts';
import type { StageGroup } from './sheets.ts';

/** In a whole pack, and of one criterion: it is sent by mail. */
const maxPictures = 40;
const maxEach = 2;

type Criterion = { text: string; ticked: boolean; shown: ShownPicture[]; withheld: number };

/** As whoever confirmed it, or saw it, ticked them; of one that nobody saw yet, as its list says them. */
function criteriaOf({ marks, criteria }: StageRow, shown: readonly ShownPicture[]): Criterion[] {
  const { confirmed, seen } = standingOf(marks);
  const [last, other] = confirmed ? [confirmed, seen] : [seen, null];
  if (!last) return criteria.map(({ text }) => ({ text, ticked: false, shown: [], withheld: 0 }));
  return last.criteria.map(({ text, ticked }) => {
    const both = [last, other].filter((mark) => mark !== null);
    const named = both.flatMap((mark) =>
      mark.criteria.filter((one) => one.text === text).flatMap(({ pictures }) => pictures),
    );
    const files = new Map(named.map((picture) => [picture.file, picture]));
    const seenOnes = [...files.values()].flatMap(({ file, sessionId }) => {
      const found = shown.find(
        (one) => one.item === file && one.sessionId === sessionId && both.some(({ id }) => id === one.mark),
      );
      return found ?? [];
    });
    return { text, ticked, shown: seenOnes, withheld: files.size - seenOnes.length };
  });
}

type Drawing = { edition: ReportEdition; timeZone: string; add(picture: ShownPicture): number };

function toPicture(picture: ShownPicture, what: string, { edition, add }: Drawing): ReportPicture {
  const day = formatDate(picture.captureDate);
  const caption = edition === 'guest' ? day : `${isolated(picture.name)} · ${day}`;
  return { picture: add(picture), caption: `${what} · ${caption}`, alt: `${what}: ${caption}` };
}

/** `most`: pictures of each criterion. */
function toCriterion({ text, ticked, shown, withheld }: Criterion, most: number, drawing: Drawing): ReportCriterion {
  const drawn = shown.slice(0, most);
  const more = shown.length - drawn.length;
  const note = [
    ticked ? '' : 'Not ticked.',
    more > 0 ? `${count(more, 'more picture')} ${more === 1 ? 'shows' : 'show'} it.` : '',
    withheld > 0 ? `${count(withheld, 'picture')} withheld: taken back, or not released.` : '',
  ];
  const words = isolated(text);
  return {
    text: `${ticked ? '✓ ' : ''}${words}`,
    note: note.filter(Boolean).join(' '),
    pictures: drawn.map((picture) => toPicture(picture, words, drawing)),
  };
}

const states = {
  confirmed: 'Confirmed.',
  seen: 'Seen in a released visit, not confirmed.',
  claimed: 'Claimed, not confirmed.',
  refused: 'Its claim was refused.',
} as const;

function stateOf({ marks }: StageRow): string {
  const standing = standingOf(marks);
  const reached = (['confirmed', 'seen', 'claimed', 'refused'] as const).find((kind) => standing[kind] !== null);
  return reached ? states[reached] : 'Not claimed yet.';
}

function factsOf(stage: StageRow, isShare: boolean): ReportCell[] {
  const words = isShare ? `Weight ${figureWords(stage.weight ?? 0, 'share')} of the works` : 'Open this stage';
  const plan = stage.plannedOn === null ? '' : ` Planned for ${formatDate(stage.plannedOn)}.`;
  return [
    { text: words, url: stagePlace(stage.id) },
    { text: `${stateOf(stage)}${plan}`, url: null },
  ];
}

/** Where there are too many pictures, each criterion has one; the last ones none, if even these do not fit. */
function room(all: readonly Criterion[]): (pictures: number) => number {
  const wanted = all.reduce((sum, { shown }) => sum + Math.min(shown.length, maxEach), 0);
  const each = wanted <= maxPictures ? maxEach : 1;
  let left = maxPictures;
  return (pictures) => {
    const taken = Math.min(each, left, pictures);
    left -= taken;
    return taken;
  };
}

export type DrawnGroup = StageGroup & { pairs: (number | null)[] };

/** In the order in which they are drawn. `pairs` of a group: for each stage its place among those of the pack. */
export function sectionsOf(
  groups: readonly DrawnGroup[],
  shown: readonly ShownPicture[],
  drawing: Drawing,
): ReportStage[] {
  const criteria = new Map(groups.flatMap(({ stages }) => stages.map((stage) => [stage.id, criteriaOf(stage, shown)])));
  const nextRoom = room([...criteria.values()].flat());
  return groups.flatMap(({ site, stages, pairs }) => {
    const isShare = isWeighted(stages);
    return stages.map((stage, at): ReportStage => {
      const place = pairs[at] ?? null;
      return {
        heading: [`${at + 1}. ${isolated(stage.name)}`, site && isolated(site)].filter(Boolean).join(', '),
        facts: factsOf(stage, isShare),
        criteria: (criteria.get(stage.id) ?? []).map((one) => toCriterion(one, nextRoom(one.shown.length), drawing)),
        pairs: place === null ? [] : [place],
        marks: stage.marks.map((mark) => markLine(mark, drawing)),
      };
    });
  });
}
