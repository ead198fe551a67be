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
import { disputeStatusLabels } from '#contract/disputes/endpoints.ts';
import { projectStatusLabels } from '#contract/projects/endpoints.ts';
import { sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import { capitalised } from '#web/lib/format/format.ts';
import { Badge, type Tone } from './badge.tsx';

type Variant = { tone: Tone; icon: LucideIcon };

const session: Record<string, Variant> = {
  pending: { tone: 'yellow', icon: Clock },
  submitted: { tone: 'yellow', icon: Clock },
  approved: { tone: 'emerald', icon: Check },
  rejected: { tone: 'red', icon: X },
  completed: { tone: 'blue', icon: CheckCheck },
};
const project: Record<string, Variant> = {
  active: { tone: 'green', icon: CircleDot },
  on_hold: { tone: 'grey', icon: Pause },
  completed: { tone: 'blue', icon: CheckCheck },
};
const dispute: Record<string, Variant> = {
  open: { tone: 'red', icon: Circle },
  in_progress: { tone: 'yellow', icon: CircleDot },
  resolved: { tone: 'green', icon: Check },
  closed: { tone: 'grey', icon: X },
};
const priorities: Record<string, Variant> = {
  high: { tone: 'red', icon: ArrowUp },
  medium: { tone: 'yellow', icon: Equal },
  low: { tone: 'blue', icon: ArrowDown },
};

type SessionStatusProps = {
  status: string;
  /** Other words for the same state, as 'Pending Review' in the queue. */
  label?: string | undefined;
  /** System History shows approved and completed alike in green (behaviour §10.6). */
  inHistory?: boolean | undefined;
};

export function SessionStatus({ status, label, inHistory }: SessionStatusProps) {
  const released = status === 'approved' || status === 'completed';
  const variant = session[status];
  return (
    <StatusBadge
      variant={variant && inHistory && released ? { ...variant, tone: 'green' } : variant}
      label={label ?? labelOf(sessionStatusLabels, status)}
    />
  );
}

export function ProjectStatus({ status }: { status: string }) {
  return <StatusBadge variant={project[status]} label={labelOf(projectStatusLabels, status)} />;
}

export function DisputeStatus({ status }: { status: string }) {
  return <StatusBadge variant={dispute[status]} label={labelOf(disputeStatusLabels, status)} />;
}

export function Priority({ priority }: { priority: string }) {
  return (
    <span className="inline-flex">
      <StatusBadge variant={priorities[priority]} label={capitalised(priority)} />
      <span className="sr-only"> priority</span>
    </span>
  );
}

/** A status that nobody foresaw is shown in grey by its own word. */
function StatusBadge({ variant, label }: { variant: Variant | undefined; label: string }) {
  return (
    <Badge tone={variant?.tone ?? 'grey'} icon={variant?.icon ?? Circle}>
      {label}
    </Badge>
  );
}

function labelOf(labels: Record<string, string>, status: string): string {
  return labels[status] ?? capitalised(status);
}
