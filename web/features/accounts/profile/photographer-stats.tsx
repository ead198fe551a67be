// The figures of a photographer's work.
import { BriefcaseBusiness, CircleCheck } from 'lucide-react';
import { type User, userStats } from '#contract/accounts/users.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { StatCard } from '#web/ui/display/stat-card.tsx';

type Of = { user: Pick<User, 'id' | 'role'> };

function useJobs({ id, role }: Of['user']) {
  return useApiQuery(userStats, { params: { id } }, { enabled: role === 'photographer' }).data;
}

/** Nothing for other roles. */
export function PhotographerStatCards({ user }: Of) {
  const jobs = useJobs(user);
  if (user.role !== 'photographer') return null;
  return (
    <div className="grid grid-cols-2 gap-4">
      <StatCard label="Assigned Jobs" figure={jobs?.assignedJobs} icon={BriefcaseBusiness} />
      <StatCard label="Completed Jobs" figure={jobs?.completedJobs} icon={CircleCheck} />
    </div>
  );
}

export function PhotographerStatBadges({ user }: Of) {
  const jobs = useJobs(user);
  if (user.role !== 'photographer') return null;
  const figure = (value: number | undefined) => (value === undefined ? '...' : formatNumber(value));
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone="blue" icon={BriefcaseBusiness}>
        Assigned Jobs: {figure(jobs?.assignedJobs)}
      </Badge>
      <Badge tone="green" icon={CircleCheck}>
        Completed Jobs: {figure(jobs?.completedJobs)}
      </Badge>
    </span>
  );
}
