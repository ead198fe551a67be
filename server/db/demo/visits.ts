// When the crew went where, and what became of each visit: a plan made of the cast, the same on every day it is made.
import type { Phase } from '#contract/sessions.ts';
import { type DemoProject, projects } from './cast.ts';
import { linkTo, type Stage } from './media-manifest.ts';
import { notes } from './texts.ts';

/** How a visit's life went; `revised`: released, then edited by its owner, so it waits again while clients see the release. */
export type Life = 'pending' | 'resubmitted' | 'rejected' | 'approved' | 'completed' | 'revised';

export type Visit = {
  project: DemoProject;
  /** Index into the project's sites; null: the project as a whole. */
  site: number | null;
  photographer: string;
  daysAgo: number;
  life: Life;
  phase: Phase;
  notes: string;
  links: {
    drone: string | null;
    indoor: string | null;
    tour360: string | null;
    orthomosaic: string | null;
    video: string | null;
  };
};

type Place = { site: number | null; photographer: string; offsetDays: number; every: number };

function placesOf(project: DemoProject): Place[] {
  if (project.sites.length === 0) return [{ site: null, photographer: 'ngozi', offsetDays: 0, every: 1 }];
  return project.sites.flatMap(({ photographer }, site) =>
    photographer === null ? [] : [{ site, photographer, offsetDays: site * 5, every: site === 0 ? 1 : 2 }],
  );
}

/** What the newest visits of each project are up to; everything older was released, and every third closed out. */
const newest: Record<string, Life[]> = {
  'Lekki Palm Residences': ['pending', 'approved', 'revised'],
  'Ikoyi Heights': ['pending', 'rejected'],
  'Aso Garden Terraces': ['resubmitted', 'approved'],
  'Ibadan Logistics Park': ['pending'],
  'Marina Offices Refurbishment': ['rejected', 'pending'],
  'Enugu Hillside Duplexes': ['pending'],
};

/** Films that lie with a host, for the third visit of these; the others are flights of our own, where one was flown. */
const hostedFilms: Record<string, string> = {
  'Lekki Palm Residences': 'https://www.youtube.com/watch?v=ysz5S6PUM-U',
  'Ibadan Logistics Park': 'https://vimeo.com/76979871',
};
const phasesWithout: Phase[] = ['foundation', 'foundation', 'framing', 'framing', 'roofing', 'finishing', 'finishing'];

function visitsOf(project: DemoProject, stages: Stage[]): Visit[] {
  const count = stages.length || phasesWithout.length;
  const reached = Math.max(2, Math.round(project.reached * count));
  const finishedAgo = project.status === 'active' ? 1 : 45;
  const span = project.startedMonthsAgo * 30 - finishedAgo - 20;
  const visits = placesOf(project).flatMap((place) =>
    Array.from({ length: reached }, (_, nth) => nth)
      .filter((nth) => (reached - 1 - nth) % place.every === 0)
      .map((nth): Omit<Visit, 'life'> => {
        const stage = stages[nth];
        const phase = stage?.phase ?? phasesWithout[nth] ?? 'other';
        const told = notes[phase];
        return {
          project,
          site: place.site,
          photographer: place.photographer,
          daysAgo: finishedAgo + place.offsetDays + Math.round((span * (reached - 1 - nth)) / Math.max(1, reached - 1)),
          phase,
          notes: told[nth % told.length] ?? '',
          links: {
            drone: linkTo(stage, 'drone'),
            indoor: linkTo(stage, 'indoor'),
            tour360: linkTo(stage, 'tour360'),
            orthomosaic: linkTo(stage, 'orthomosaic'),
            video: linkTo(stage, 'videos') ?? (nth === 2 ? (hostedFilms[project.name] ?? null) : null),
          },
        };
      }),
  );
  visits.sort((a, b) => a.daysAgo - b.daysAgo);
  return visits.map((visit, nth) => ({
    ...visit,
    life: newest[project.name]?.[nth] ?? (nth % 3 === 2 ? 'completed' : 'approved'),
  }));
}

/** All visits of the demo year, oldest first. */
export function planVisits(stagesOf: Map<string, Stage[]>): Visit[] {
  return projects
    .flatMap((project) => visitsOf(project, stagesOf.get(project.building) ?? []))
    .sort((a, b) => b.daysAgo - a.daysAgo);
}
