// Plans the demo's visits: who captured which site when, and through which statuses each session went. Always the same plan.
import type { Phase } from '#contract/core/session-fields.ts';
import { linkTo, type Shot, type Stage } from './media-manifest.ts';
import { type DemoProject, projects } from './projects.ts';
import { visitNotes } from './texts.ts';

/** How far a session got; `revised`: released, then edited by its owner, so it waits again while clients see the release. */
export type StatusPath = 'pending' | 'resubmitted' | 'rejected' | 'approved' | 'completed' | 'revised';

export type Visit = {
  project: DemoProject;
  /** Index into the project's sites; null: the project as a whole. */
  site: number | null;
  photographer: string;
  daysAgo: number;
  path: StatusPath;
  phase: Phase;
  notes: string;
  links: {
    drone: string | null;
    indoor: string | null;
    tour360: string | null;
    orthomosaic: string | null;
    video: string | null;
  };
  /** How its drone pictures were taken, in their order. */
  shots: readonly Shot[];
};

type VisitedSite = { site: number | null; photographer: string; offsetDays: number; every: number };

function visitedSites(project: DemoProject): VisitedSite[] {
  if (project.sites.length === 0) return [{ site: null, photographer: 'ngozi', offsetDays: 0, every: 1 }];
  return project.sites.flatMap(({ photographer }, site) =>
    photographer === null ? [] : [{ site, photographer, offsetDays: site * 5, every: site === 0 ? 1 : 2 }],
  );
}

/** The statuses of the newest visits of each project; all older ones are released, and every third is completed. */
const newest: Record<string, StatusPath[]> = {
  'Lekki Palm Residences': ['pending', 'approved', 'revised'],
  'Ikoyi Heights': ['pending', 'rejected'],
  'Aso Garden Terraces': ['resubmitted', 'approved'],
  'Ibadan Logistics Park': ['pending'],
  'Marina Offices Refurbishment': ['rejected', 'pending'],
  'Enugu Hillside Duplexes': ['pending'],
};

/** Videos of a host, for the third visit of these projects; other visits have our own, where one was recorded. */
const hostedVideos: Record<string, string> = {
  'Lekki Palm Residences': 'https://www.youtube.com/watch?v=ysz5S6PUM-U',
  'Ibadan Logistics Park': 'https://vimeo.com/76979871',
};

function visitsOf(project: DemoProject, stages: Stage[]): Visit[] {
  const notes = visitNotes[project.building];
  const count = stages.length || notes.length;
  const reached = Math.max(2, Math.round(project.reached * count));
  const finishedAgo = project.status === 'active' ? 1 : 45;
  const span = project.startedMonthsAgo * 30 - finishedAgo - 20;
  const visits = visitedSites(project).flatMap((visited) =>
    Array.from({ length: reached }, (_, nth) => nth)
      .filter((nth) => (reached - 1 - nth) % visited.every === 0)
      .map((nth): Omit<Visit, 'path'> => {
        const stage = stages[nth];
        return {
          project,
          site: visited.site,
          photographer: visited.photographer,
          daysAgo:
            finishedAgo + visited.offsetDays + Math.round((span * (reached - 1 - nth)) / Math.max(1, reached - 1)),
          phase: stage?.phase ?? 'other',
          notes: notes[nth] ?? '',
          links: {
            drone: linkTo(stage, 'drone'),
            indoor: linkTo(stage, 'indoor'),
            tour360: linkTo(stage, 'tour360'),
            orthomosaic: linkTo(stage, 'orthomosaic'),
            video: linkTo(stage, 'videos') ?? (nth === 2 ? (hostedVideos[project.name] ?? null) : null),
          },
          shots: stage?.shots ?? [],
        };
      }),
  );
  visits.sort((a, b) => a.daysAgo - b.daysAgo);
  return visits.map((visit, nth) => ({
    ...visit,
    path: newest[project.name]?.[nth] ?? (nth % 3 === 2 ? 'completed' : 'approved'),
  }));
}

/** All visits of the demo year, oldest first. */
export function planVisits(buildings: ReadonlyMap<string, { stages: Stage[] }>): Visit[] {
  return projects
    .flatMap((project) => visitsOf(project, buildings.get(project.building)?.stages ?? []))
    .sort((a, b) => b.daysAgo - a.daysAgo);
}
