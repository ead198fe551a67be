// Nothing here, and what to do about it.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** The button that ends the emptiness. */
  action?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
};

export function EmptyState({ icon: Icon, title, action, className, children }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-6" />
      </span>
      <p className="text-balance font-semibold text-lg">{title}</p>
      {children && <p className="mt-1 max-w-[26rem] text-balance text-muted">{children}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
