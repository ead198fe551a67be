// What a project opens with, for guests and for its client: its newest picture, and over it its name, places, stages and last visit.
import type { ReactNode } from 'react';
import { type ListProgress, progressWords } from '#contract/stages/valuation.ts';

/** There is room for the first ones; a section of stages has all. */
const maxLines = 2;

/** 'Roof carcass · 11 of 15 stages confirmed', list by list. */
export function StageLines({ stages }: Pick<OpeningProps, 'stages'>) {
  return stages.slice(0, maxLines).map(({ site, ...progress }) => {
    const words = progressWords({ ...progress, next: null });
    return (
      <p key={`${site} ${words}`}>
        {site && <bdi>{site}</bdi>}
        {site && ' · '}
        {words}
      </p>
    );
  });
}

/** From so many letters on a name is set smaller. */
const longName = 40;
export const nameClass = (name: string): string => (name.length > longName ? 'name long' : 'name');

type OpeningProps = {
  /** Fills it; null: a plain ground. */
  picture: ReactNode;
  /** Holds the name, with its class. */
  heading: ReactNode;
  /** The names of its sites; null where it has none. */
  places: ReactNode;
  /** `site`: null where it need not be named. */
  stages: readonly (Omit<ListProgress, 'next'> & { site: string | null })[];
  /** How long ago the last visit was; null before the first. */
  last: ReactNode;
};

export function Opening({ picture, heading, places, stages, last }: OpeningProps) {
  return (
    <header className={picture ? 'opening' : 'opening plain'}>
      {picture}
      <div>
        {heading}
        {places && <p>{places}</p>}
        <StageLines stages={stages} />
        {last !== null && <p>Last visit {last}</p>}
      </div>
    </header>
  );
}
