// What a person is here, in the gradient of the role.
import { Camera, Eye, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { classNames } from '#web/lib/class-names.ts';

/** White text keeps 4.5:1 along the whole of each run of colour. */
const roles: Record<string, { word: string; icon: LucideIcon; colours: string }> = {
  admin: { word: 'Admin', icon: ShieldCheck, colours: 'from-[#1a5fb4] to-[#0b7a75]' },
  photographer: { word: 'Photographer', icon: Camera, colours: 'from-[#7e22ce] to-[#be185d]' },
  client: { word: 'Client', icon: Eye, colours: 'from-[#c2410c] to-[#b45309]' },
};

type RoleBadgeProps = {
  role: string;
  /** On very small screens only the first letter is seen (foundation §2, top bar). */
  short?: boolean | undefined;
};

export function RoleBadge({ role, short }: RoleBadgeProps) {
  const {
    word,
    icon: Icon,
    colours,
  } = roles[role] ?? { word: role, icon: UserRound, colours: 'from-[#4b5361] to-[#4b5361]' };
  return (
    <span
      className={classNames(
        'inline-flex h-[1.375rem] shrink-0 items-center gap-1 rounded-full bg-linear-to-r px-2.5 font-medium text-white text-xs',
        colours,
      )}
    >
      <Icon aria-hidden="true" className={classNames('-ml-0.5 size-3.5', short && 'max-[26rem]:hidden')} />
      <span>
        {word.charAt(0)}
        <span className={short ? 'max-[26rem]:sr-only' : undefined}>{word.slice(1)}</span>
      </span>
    </span>
  );
}
