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
import { Badge, type Tone } from './badge.tsx';

type Look = { word: string; tone: Tone; icon: LucideIcon };

const session: Record<string, Look> = {
  pending: { word: 'Pending', tone: 'yellow', icon: Clock },
  submitted: { word: 'Submitted', tone: 'yellow', icon: Clock },
  approved: { word: 'Approved', tone: 'emerald', icon: Check },
  rejected: { word: 'Rejected', tone: 'red', icon: X },
  completed: { word: 'Completed', tone: 'blue', icon: CheckCheck },
};
const project: Record<string, Look> = {
  active: { word: 'Active', tone: 'green', icon: CircleDot },
  on_hold: { word: 'On Hold', tone: 'grey', icon: Pause },
  completed: { word: 'Completed', tone: 'blue', icon: CheckCheck },
};
const dispute: Record<string, Look> = {
  open: { word: 'Open', tone: 'red', icon: Circle },
  in_progress: { word: 'In Progress', tone: 'yellow', icon: CircleDot },
  resolved: { word: 'Resolved', tone: 'green', icon: Check },
  closed: { word: 'Closed', tone: 'grey', icon: X },
};
const priorities: Record<string, Look> = {
  high: { word: 'High', tone: 'red', icon: ArrowUp },
  medium: { word: 'Medium', tone: 'yellow', icon: Equal },
  low: { word: 'Low', tone: 'blue', icon: ArrowDown },
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
  return (
    <Shown look={session[status]} status={status} label={label} tone={inHistory && released ? 'green' : undefined} />
  );
}

export function ProjectStatus({ status }: { status: string }) {
  return <Shown look={project[status]} status={status} />;
}

export function DisputeStatus({ status }: { status: string }) {
  return <Shown look={dispute[status]} status={status} />;
}

export function Priority({ priority }: { priority: string }) {
  return (
    <span className="inline-flex">
      <Shown look={priorities[priority]} status={priority} />
      <span className="sr-only"> priority</span>
    </span>
  );
}

type ShownProps = { look: Look | undefined; status: string; label?: string | undefined; tone?: Tone | undefined };

/** A status that nobody foresaw is shown in grey by its own word. */
function Shown({ look, status, label, tone }: ShownProps) {
  return (
    <Badge tone={tone ?? look?.tone ?? 'grey'} icon={look?.icon ?? Circle}>
      {label ?? look?.word ?? status}
    </Badge>
  );
}
