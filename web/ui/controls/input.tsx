// One line of text.
import type { ComponentProps } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { useFieldProps } from './field.tsx';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const field = useFieldProps();
  return <input {...field} {...rest} className={classNames('control touch-target h-9 px-3', className)} />;
}
