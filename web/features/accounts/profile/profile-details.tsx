// What a profile tells of somebody: address, phone, company, since when, and in their own words.
import { Building2, CalendarDays, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/accounts/users.ts';
import { ContactLink } from '#web/ui/display/contact-link.tsx';
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
