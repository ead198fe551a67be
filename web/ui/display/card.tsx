// The surface that things lie on.
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ElementType } from 'react';
import { Link } from 'wouter';
import { classNames } from '#web/lib/format/class-names.ts';
import { formatNumber } from '#web/lib/format/format.ts';

// One figure and what it counts; a link where the figure leads somewhere.
type StatCardProps = {
  label: string;
  /** Not known yet: '...' stands in its place (behaviour §10.3). */
  figure: number | undefined;
  icon: LucideIcon;
  href?: string | undefined;
  hint?: string | undefined;
};

const cardClass = 'flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 shadow-card';

export function StatCard({ label, figure, icon: Icon, href, hint }: StatCardProps) {
  const content = (
    <>
      <span className="flex items-start justify-between gap-2 text-muted text-sm">
        <span className="min-w-0">{label}</span>
        <Icon aria-hidden="true" className="mt-px size-4 shrink-0 text-faint max-[26rem]:hidden" />
      </span>
      <span className="font-semibold text-2xl tabular-nums tracking-tight">
        {figure === undefined ? '...' : formatNumber(figure)}
      </span>
      {hint && <span className="text-muted text-sm">{hint}</span>}
    </>
  );
  if (!href) return <div className={cardClass}>{content}</div>;
  return (
    <Link
      href={href}
      className={classNames(cardClass, 'transition-colors hover:border-line-strong hover:bg-sunken/40')}
    >
      {content}
    </Link>
  );
}

type CardProps = ComponentProps<'div'> & {
  as?: ElementType | undefined;
  padded?: boolean | undefined;
  /** Something in it leads on: the edge answers the pointer. */
  interactive?: boolean | undefined;
};

export function Card({ as: Tag = 'div', padded, interactive, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={classNames(
        'min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-card',
        padded && 'p-4 sm:p-5',
        interactive && 'transition-colors hover:border-line-strong',
        className,
      )}
    />
  );
}
