// Links that look like buttons: the person goes somewhere.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '#web/lib/class-names.ts';
import { type ButtonVariants, buttonIconVariants, buttonVariants } from './button-variants.ts';

type LinkButtonProps = ButtonVariants & {
  href: string;
  icon?: LucideIcon | undefined;
  /** Another site or a file: opens in a new tab and tells it nothing about us. */
  external?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function LinkButton({ href, variant, size, icon: Icon, external, className, children }: LinkButtonProps) {
  const look = classNames(buttonVariants({ variant, size }), className);
  const face = (
    <>
      {Icon && <Icon aria-hidden="true" className={buttonIconVariants} />}
      {children}
    </>
  );
  if (!external) {
    return (
      <Link href={href} className={look}>
        {face}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={look}>
      {face}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
