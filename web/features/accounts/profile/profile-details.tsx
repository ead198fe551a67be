// What a profile tells of somebody: address, phone, company, since when, their own words, and the figures of their work.
import { BriefcaseBusiness, Building2, CalendarDays, CircleCheck, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { type User, userStats } from '#contract/accounts/users.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { StatCard } from '#web/ui/display/card.tsx';
import { ContactLink } from '#web/ui/display/fact-list.tsx';
import { Instant } from '#web/ui/display/instant.tsx';

/** Only clients can give a company, so that only they are asked for one (behaviour §8.5). */
export function ProfileDetails({ user }: { user: User }) {
  const { email, phone, company, createdAt, bio, role } = user;
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail icon={Mail} label="Email">
          {email && <ContactLink to={email} />}
        </Detail>
        <Detail icon={Phone} label="Phone">
          {phone && <ContactLink to={phone} />}
        </Detail>
        {(role === 'client' || company) && (
          <Detail icon={Building2} label="Company">
            {company}
          </Detail>
        )}
        <Detail icon={CalendarDays} label="Joined">
          <Instant at={createdAt} day />
        </Detail>
      </dl>
      <section>
        <h3 className="text-muted text-sm">Bio</h3>
        <p className={bio ? 'wrap-anywhere mt-0.5 max-w-prose whitespace-pre-line' : 'mt-0.5 text-muted'}>
          {bio ?? 'Nothing written yet'}
        </p>
      </section>
    </div>
  );
}

function Detail({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="relative min-w-0 pl-7">
      <dt className="text-muted text-sm">
        <Icon aria-hidden="true" className="absolute top-0.5 left-0 size-4 text-faint" />
        {label}
      </dt>
      <dd className="wrap-anywhere tabular-nums">{children || <span className="text-muted">Not given</span>}</dd>
    </div>
  );
}

// The figures of a photographer's work.
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
