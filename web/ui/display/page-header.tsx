// The head of a page: where one is, and what one can do here.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '#web/lib/format/class-names.ts';
import { MiddleName } from './middle-name.tsx';

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /** Stands beside the title, such as a status. */
  badge?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string } | undefined;
};

export function PageHeader({ title, subtitle, badge, actions, back }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap justify-between gap-x-6 gap-y-4 py-5 sm:py-6',
        subtitle || back ? 'items-end' : 'items-center',
      )}
    >
      <div className="min-w-0">
        {back && (
          <Link
            href={back.href}
            className="touch-target wrap-anywhere -ml-0.5 pointer-coarse:-mt-3 pointer-coarse:mb-0 mb-0.5 inline-flex min-h-6 items-center gap-1 rounded-control text-muted text-sm hover:text-ink print:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
            {back.label}
          </Link>
        )}
        <div className="title-line flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="min-w-0 font-semibold text-2xl">
            <MiddleName name={title} />
          </h1>
          {badge}
        </div>
        {subtitle && <div className="subtitle mt-1 text-muted">{subtitle}</div>}
      </div>
      {actions && <div className="head-actions flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
