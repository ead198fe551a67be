// Small labels and small counts that belong to something else.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

export type Tone = 'grey' | 'green' | 'emerald' | 'yellow' | 'blue' | 'red' | 'accent';

export const tones: Record<Tone, string> = {
  grey: 'bg-grey-soft text-grey-ink',
  green: 'bg-green-soft text-green-ink',
  emerald: 'bg-emerald-soft text-emerald-ink',
  yellow: 'bg-yellow-soft text-yellow-ink',
  blue: 'bg-blue-soft text-blue-ink',
  red: 'bg-red-soft text-red-ink',
  accent: 'bg-accent-soft text-accent-ink',
};

type BadgeProps = {
  tone?: Tone | undefined;
  icon?: LucideIcon | undefined;
  /** A sentence, which takes two lines where one is too narrow. */
  wraps?: boolean;
  children: ReactNode;
};

export function Badge({ tone = 'grey', icon: Icon, wraps = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-[1.375rem] max-w-full shrink-0 items-center gap-1 rounded-md px-2 font-medium text-xs tabular-nums',
        wraps ? 'py-0.5' : 'min-[20rem]:whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden="true" className="-ml-0.5 size-3.5 shrink-0" />}
      {children}
    </span>
  );
}

type CountBadgeProps = {
  count: number;
  /** The highest number that is shown; above it '9+' (behaviour §5.3). */
  cap?: number | undefined;
  /** What is counted, for screen readers: '3 pending approvals'. */
  label: string;
  className?: string | undefined;
};

/** Nothing at all when there is nothing to count. */
export function CountBadge({ count, cap = 99, label, className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'inline-flex h-[1.125rem] min-w-[1.125rem] items-center justify-center rounded-full bg-accent px-1 font-semibold text-[0.75rem] text-white tabular-nums leading-none',
        className,
      )}
    >
      {count > cap ? `${cap}+` : count}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
