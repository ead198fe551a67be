// What stands in the place of content: why it is not there, and what to do about it.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

type EmptyStateProps = {
  icon: LucideIcon;
  title?: string | undefined;
  /** The button that ends the emptiness. */
  action?: ReactNode;
  /** Something went wrong. */
  alert?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

export function EmptyState({ icon: Icon, title, action, alert, className, children }: EmptyStateProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classNames('flex flex-col items-center px-4 py-12 text-center', className)}
    >
      <span
        className={classNames(
          'mb-4 grid size-12 place-items-center rounded-full',
          alert ? 'bg-red-soft text-red-ink' : 'bg-sunken text-muted',
        )}
      >
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-6" />
      </span>
      {title && <p className="text-balance font-semibold text-lg">{title}</p>}
      {children && <p className="mt-1 max-w-[26rem] text-balance text-muted">{children}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
