// What state a session, project or concern is in: always colour and word and icon, colours as the specification names them.
import {
  ArrowDown,
  ArrowUp,
  Camera,
  Check,
  CheckCheck,
  Circle,
  CircleDot,
  Clock,
  Equal,
  Eye,
  type LucideIcon,
  Pause,
  ShieldCheck,
  UserRound,
  X,
} from 'lucide-react';
import { roleLabels } from '#contract/accounts/users.ts';
import { disputeStatusLabels } from '#contract/disputes/endpoints.ts';
import type { Role } from '#contract/policy.ts';
import { projectStatusLabels } from '#contract/projects/endpoints.ts';
import { sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { capitalised } from '#web/lib/format/format.ts';
import { Badge, type Tone } from './badge.tsx';

// What a person is here, in the gradient of the role.
export const roleIcons: Record<Role, LucideIcon> = { admin: ShieldCheck, photographer: Camera, client: Eye };

const gradients: Record<Role, string> = {
  admin: 'bg-(image:--role-admin)',
  photographer: 'bg-(image:--role-photographer)',
  client: 'bg-(image:--role-client)',
};

type RoleBadgeProps = {
  role: string;
  /** On very small screens only the first letter is seen (behaviour §10.9). */
  short?: boolean | undefined;
};

export function RoleBadge({ role, short }: RoleBadgeProps) {
  const known = role in roleLabels ? (role as Role) : undefined;
  const Icon = known ? roleIcons[known] : UserRound;
  const label = known ? roleLabels[known] : role;
  return (
    <span
      className={classNames(
        'inline-flex h-[1.375rem] shrink-0 items-center gap-1 rounded-full px-2.5 font-medium text-white text-xs',
        known ? gradients[known] : 'bg-(image:--role-unknown)',
      )}
    >
      <Icon aria-hidden="true" className={classNames('-ml-0.5 size-3.5', short && 'max-[26rem]:hidden')} />
      <span>
        {label.charAt(0)}
        <span className={short ? 'max-[26rem]:sr-only' : undefined}>{label.slice(1)}</span>
      </span>
    </span>
  );
}

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
