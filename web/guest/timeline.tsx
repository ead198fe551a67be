// The line of time on pages for guests: all visits one over the other, a ruler by real time that chooses among them; without a script all below each other.

import type { CSSProperties } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import type { GuestMoment } from '#contract/sharing/guest-pages.ts';
import { count, phaseLabel } from '#web/lib/format/format.ts';
import { calendarMarks, labelsOf, type RulerLabel, sharesOf } from '#web/lib/format/ruler.ts';
import { Photo } from './media.tsx';

const usualRatio = 1.5;
const ratios = { min: 0.75, max: 2 };
/** So many stand on paper, spread over all. */
const onPaper = 6;

/** The shape of the newest picture that says its own: the place is kept before any is there. */
function frameRatio(moments: readonly GuestMoment[]): number {
  const ratio = moments.findLast(({ picture }) => picture?.ratio)?.picture?.ratio ?? usualRatio;
  return Math.min(ratios.max, Math.max(ratios.min, ratio));
}

/** The first, the last, and some between them. */
export function printed(total: number): Set<number> {
  const steps = Math.min(total, onPaper);
  return new Set(Array.from({ length: steps }, (_, nth) => Math.round((nth * (total - 1)) / Math.max(1, steps - 1))));
}

/** Names keep their own direction, and the line that of the page. */
export function Facts({ site, phase }: Pick<GuestMoment, 'site' | 'phase'>) {
  if (!site && !phase) return null;
  return (
    <span className="muted facts">
      {site && <bdi>{site}</bdi>}
      {site && phase && ' · '}
      {phaseLabel(phase)}
    </span>
  );
}

type MomentProps = {
  moment: GuestMoment;
  at: number;
  shown: boolean;
  onPaper: boolean;
  first: boolean;
  linked: boolean;
};

function Moment({ moment, at, shown, onPaper: isPrinted, first, linked }: MomentProps) {
  const { captureDate, picture, path } = moment;
  const words = (
    <>
      <strong>{formatDate(captureDate)}</strong>
      <Facts {...moment} />
      {path && linked && (
        <a className="visit" href={path} aria-label={`Open this visit, ${formatDate(captureDate)}`}>
          Open this visit
        </a>
      )}
    </>
  );
  return (
    <li
      className={`moment${shown ? ' now' : ''}${isPrinted ? ' paper' : ''}`}
      data-day={formatDate(captureDate)}
      id={`visit-${at}`}
    >
      {picture ? (
        <Photo
          picture={picture}
          alt={`${picture.of === 'video' ? 'Video' : 'Picture'} of ${formatDate(captureDate)}`}
          caption={words}
          first={first}
          large
          small
        />
      ) : (
        <figure>
          <p className="photo empty">No pictures of this visit</p>
          <figcaption>{words}</figcaption>
        </figure>
      )}
    </li>
  );
}

/** In the steps of the ruler's width, where they have room; the styles name the same steps. */
const labelClass = (step: number) => (step === 0 ? undefined : `from${step}`);

function Label({ label: { share, step }, text }: { label: RulerLabel; text: string }) {
  return (
    <span className={labelClass(step)} style={{ '--share': share.toFixed(4) } as CSSProperties}>
      {text}
    </span>
  );
}

/** From so many on their marks are thinner. */
const manyVisits = 60;

/** The input is for keys and screen readers, visit by visit; a finger is followed by the script, by real time. */
function Ruler({ days }: { days: readonly string[] }) {
  const shares = sharesOf(days);
  const percent = (share: number) => ({ left: `${(share * 100).toFixed(2)}%` });
  const last = days.length;
  return (
    <div className={days.length > manyVisits ? 'ruler many' : 'ruler'}>
      <button type="button" data-step="-1" aria-label="Earlier visit">
        ‹
      </button>
      <div className="track" data-shares={shares.map((share) => Number(share.toFixed(4))).join()}>
        <input
          type="range"
          min="1"
          max={last}
          defaultValue={last}
          autoComplete="off"
          aria-label="Visit"
          aria-valuetext={`${formatDate(days.at(-1) ?? '')}, visit ${last} of ${last}`}
        />
        <div className="marks" aria-hidden="true">
          {calendarMarks(days).map((share) => (
            <i key={`month ${share}`} className="month" style={percent(share)} />
          ))}
          {shares.map((share, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: visits of one day stand in one place
            <i key={at} style={percent(share)} />
          ))}
          <b className="thumb" style={percent(shares.at(-1) ?? 0.5)} />
        </div>
        <div className="dates" aria-hidden="true">
          {labelsOf(shares).map((label) => (
            <Label key={label.index} label={label} text={shortDay(days[label.index] ?? '')} />
          ))}
        </div>
      </div>
      <button type="button" data-step="1" aria-label="Later visit">
        ›
      </button>
    </div>
  );
}

/** By date, for whoever looks for a day. */
function AllVisits({ moments }: { moments: readonly GuestMoment[] }) {
  return (
    <details className="visits">
      <summary>All {count(moments.length, 'visit')} as a list</summary>
      <ul>
        {moments.toReversed().map((moment) => (
          <li key={moment.path}>
            <a href={moment.path ?? undefined}>{formatDate(moment.captureDate)}</a> <Facts {...moment} />
          </li>
        ))}
      </ul>
    </details>
  );
}

type TimelineProps = {
  /** Oldest first. */
  moments: readonly GuestMoment[];
  /** The first picture of its page. */
  first?: boolean;
  /** False where its pages of visits cannot be opened. */
  linked?: boolean;
  /** The address that shows it in a meeting; null where it cannot. */
  show: string | null;
  /** The address of what a video is made of; null where none is offered. Its button is shown where a script can make one. */
  film?: string | null;
};

export function Timeline({ moments, first = false, linked = true, show, film = null }: TimelineProps) {
  const paper = printed(moments.length);
  const last = moments.length - 1;
  const style = { '--ratio': frameRatio(moments).toFixed(4) } as CSSProperties;
  const hasRuler = moments.length > 1;
  return (
    <div className={hasRuler ? 'time' : 'time single'} style={style}>
      <ol className="moments">
        {moments.map((moment, at) => (
          <Moment
            // biome-ignore lint/suspicious/noArrayIndexKey: The page is written once, and never again.
            key={at}
            moment={moment}
            at={at}
            shown={at === last}
            onPaper={paper.has(at)}
            first={first && at === last}
            linked={linked}
          />
        ))}
      </ol>
      {hasRuler && <Ruler days={moments.map(({ captureDate }) => captureDate)} />}
      {hasRuler && (show || film) && (
        <p className="meeting">
          {show && (
            <a href={show} data-show="">
              Show in a meeting
            </a>
          )}
          {film && (
            <button type="button" data-film={film} hidden>
              Make a video
            </button>
          )}
        </p>
      )}
      {hasRuler && linked && moments.every(({ path }) => path) && <AllVisits moments={moments} />}
    </div>
  );
}
