// The sentences of a digest: of one project, for a mail and for a message to be passed on.
import type { ConcernNews, ProjectNews, ReleasedSession } from './news.ts';

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
export const dayInWords = (day: string): string => dayWords.format(new Date(`${day}T00:00:00Z`));

const mostLines = 8;

function count(many: number, one: string): string {
  return `${many} ${one}${many === 1 ? '' : 's'}`;
}

/** One line, whatever was typed. */
function shortened(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= 120 ? flat : `${flat.slice(0, 119)}…`;
}

function releasedLine({ id, site, captureDate, phase }: ReleasedSession): string {
  return [
    `Session #${id}`,
    site && shortened(site),
    dayInWords(captureDate),
    phase && `${phase[0]?.toUpperCase()}${phase.slice(1)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function clockOf({ status, answered, overdue, dueOn }: ConcernNews): string {
  if (status === 'resolved' || status === 'closed') return status;
  if (answered) return 'answered, not yet resolved';
  if (dueOn === null) return 'waits for an answer';
  return overdue ? `answer was due on ${dayInWords(dueOn)}` : `answer due by ${dayInWords(dueOn)}`;
}

function concernLine(concern: ConcernNews): string {
  return `Concern about session #${concern.sessionId}: ${shortened(concern.reason)} (${clockOf(concern)})`;
}

/** The first of them, and how many more there are. */
function some<T>(rows: readonly T[], line: (row: T) => string, more: string): string[] {
  const shown = rows.slice(0, mostLines).map(line);
  return rows.length > mostLines ? [...shown, `and ${count(rows.length - mostLines, more)} more`] : shown;
}

export function linesOf({ released, concerns }: ProjectNews): string[] {
  const head = released.length > 0 ? [`${count(released.length, 'session')} released:`] : [];
  return [...head, ...some(released, releasedLine, 'session'), ...some(concerns, concernLine, 'concern')];
}

type Summary = {
  since: string;
  until: string;
  /** It covers its asker's own sessions only, and says so. */
  isOwn: boolean;
};

/** Without names of files or people: it is passed on to whoever the reader likes. */
export function summaryText(news: ProjectNews, { since, until, isOwn }: Summary): string {
  const open = news.concerns.filter(({ status }) => status === 'open' || status === 'in_progress');
  const overdue = open.filter((concern) => concern.overdue).length;
  const late = overdue > 0 ? `, ${overdue} overdue` : '';
  return [
    `*${news.name.replace(/[*_~`\s]+/g, ' ').trim()}*`,
    `${dayInWords(since)} – ${dayInWords(until)}${isOwn ? ', my sessions' : ''}`,
    ...(news.released.length > 0
      ? [
          `${count(news.released.length, 'session')} released:`,
          ...some(news.released, (row) => `• ${releasedLine(row)}`, 'session'),
        ]
      : ['No session was released.']),
    open.length > 0 ? `${count(open.length, 'open concern')}${late}.` : 'No open concerns.',
  ].join('\n');
}
