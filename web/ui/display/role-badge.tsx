// What a person is here, in the gradient of the role.
import { Camera, Eye, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { roleLabels } from '#contract/accounts/users.ts';
import type { Role } from '#contract/policy.ts';
import { classNames } from '#web/lib/format/class-names.ts';

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
