// Several lines of text; grows with what is written where the browser can.
import type { ComponentProps } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { useFieldProps } from './field.tsx';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps();
  return (
    <textarea
      rows={3}
      // What somebody writes stays in none of the browser's own memories, such as the state of a page that it opens again.
      autoComplete="off"
      {...field}
      {...rest}
      className={classNames('control field-sizing-content max-h-80 min-h-20 resize-y px-3 py-2', className)}
    />
  );
}
