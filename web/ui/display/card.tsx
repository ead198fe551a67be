// The surface that things lie on.
import type { ComponentProps, ElementType } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

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
