// What state a session, project or concern is in: always colour and word and icon, colours as the specification names them.
import {
  ArrowDown,
  ArrowUp,
  Check,
  CheckCheck,
  Circle,
  CircleDot,
  Clock,
  Equal,
  type LucideIcon,
  Pause,
  X,
} from 'lucide-react';
import { disputeStatusLabels } from '#contract/disputes.ts';
import { projectStatusLabels } from '#contract/projects.ts';
import { sessionStatusLabels } from '#contract/sessions.ts';
import { capitalised } from '#web/lib/format.ts';
import { Badge, type Tone } from './badge.tsx';

type Look = { tone: Tone; icon: LucideIcon };

const session: Record<string, Look> = {
  pending: { tone: 'yellow', icon: Clock },
  submitted: { tone: 'yellow', icon: Clock },
  approved: { tone: 'emerald', icon: Check },
  rejected: { tone: 'red', icon: X },
  completed: { tone: 'blue', icon: CheckCheck },
};
const project: Record<string, Look> = {
  active: { tone: 'green', icon: CircleDot },
  on_hold: { tone: 'grey', icon: Pause },
  completed: { tone: 'blue', icon: CheckCheck },
};
const dispute: Record<string, Look> = {
  open: { tone: 'red', icon: Circle },
  in_progress: { tone: 'yellow', icon: CircleDot },
  resolved: { tone: 'green', icon: Check },
  closed: { tone: 'grey', icon: X },
};
const priorities: Record<string, Look> = {
  high: { tone: 'red', icon: ArrowUp },
  medium: { tone: 'yellow', icon: Equal },
  low: { tone: 'blue', icon: ArrowDown },
};

type SessionStatusProps = {
  status: string;
  /** Other words for the same state, as 'Pending Review' in the queue. */
  label?: string | undefined;
  /** System History shows approved and completed alike in green (pages §4). */
  inHistory?: boolean | undefined;
};

export function SessionStatus({ status, label, inHistory }: SessionStatusProps) {
  const released = status === 'approved' || status === 'completed';
  const look = session[status];
  return (
    <Shown
      look={look && inHistory && released ? { ...look, tone: 'green' } : look}
      word={label ?? wordOf(sessionStatusLabels, status)}
    />
  );
}

export function ProjectStatus({ status }: { status: string }) {
  return <Shown look={project[status]} word={wordOf(projectStatusLabels, status)} />;
}

export function DisputeStatus({ status }: { status: string }) {
  return <Shown look={dispute[status]} word={wordOf(disputeStatusLabels, status)} />;
}

export function Priority({ priority }: { priority: string }) {
  return (
    <span className="inline-flex">
      <Shown look={priorities[priority]} word={capitalised(priority)} />
      <span className="sr-only"> priority</span>
    </span>
  );
}

/** A status that nobody foresaw is shown in grey by its own word. */
function Shown({ look, word }: { look: Look | undefined; word: string }) {
  return (
    <Badge tone={look?.tone ?? 'grey'} icon={look?.icon ?? Circle}>
      {word}
    </Badge>
  );
}

function wordOf(labels: Record<string, string>, status: string): string {
  return labels[status] ?? capitalised(status);
}
