// Links that look like buttons, for navigation.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '#web/lib/format/class-names.ts';
import { type ButtonVariants, buttonIconVariants, buttonVariants } from './button.tsx';

type LinkButtonProps = ButtonVariants & {
  href: string;
  icon?: LucideIcon | undefined;
  /** Another site or a file: opens in a new tab, without a referrer. */
  external?: boolean | undefined;
  /** Reloads the page, where the server decides what it is. */
  reload?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function LinkButton({
  href,
  variant,
  size,
  icon: Icon,
  external,
  reload,
  className,
  children,
}: LinkButtonProps) {
  const linkClass = classNames(buttonVariants({ variant, size }), className);
  const content = (
    <>
      {Icon && <Icon aria-hidden="true" className={buttonIconVariants} />}
      {children}
    </>
  );
  if (reload) {
    return (
      <a href={href} className={linkClass}>
        {content}
      </a>
    );
  }
  if (!external) {
    return (
      <Link href={href} className={linkClass}>
        {content}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {content}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
