// What a person is here, in the gradient of the role.
import { Camera, Eye, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import type { Role } from '#contract/policy.ts';
import { roleLabels } from '#contract/users.ts';
import { classNames } from '#web/lib/class-names.ts';

export const roleIcons: Record<Role, LucideIcon> = { admin: ShieldCheck, photographer: Camera, client: Eye };

const variants: Record<string, { icon: LucideIcon; colours: string }> = {
  admin: { icon: roleIcons.admin, colours: 'bg-(image:--role-admin)' },
  photographer: { icon: roleIcons.photographer, colours: 'bg-(image:--role-photographer)' },
  client: { icon: roleIcons.client, colours: 'bg-(image:--role-client)' },
};

type RoleBadgeProps = {
  role: string;
  /** On very small screens only the first letter is seen (foundation §2, top bar). */
  short?: boolean | undefined;
};

export function RoleBadge({ role, short }: RoleBadgeProps) {
  const { icon: Icon, colours } = variants[role] ?? { icon: UserRound, colours: 'bg-(image:--role-unknown)' };
  const label = (roleLabels as Record<string, string>)[role] ?? role;
  return (
    <span
      className={classNames(
        'inline-flex h-[1.375rem] shrink-0 items-center gap-1 rounded-full px-2.5 font-medium text-white text-xs',
        colours,
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
