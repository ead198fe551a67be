// A choice from a list: the browser's own, which costs nothing and opens as the phone's picker.
import { ChevronDown } from 'lucide-react';
import type { ChangeEvent, ComponentProps } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { useFieldProps } from './field.tsx';

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldProps();
  return (
    <span className={classNames('relative block min-w-0', className)}>
      <select {...field} {...rest} className="control touch-target h-9 appearance-none truncate pr-9 pl-3">
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  );
}

/** The id that was chosen; undefined for the option that stands for all. */
export function chosenId({ target }: ChangeEvent<HTMLSelectElement>): number | undefined {
  return target.value === '' ? undefined : Number(target.value);
}

type OptionsProps<Value> = { of: readonly Value[] | undefined; label: (value: Value) => string };

/** One option for each value, or for each row by its id. */
export function Options<Value extends string | { id: number | string }>({ of: values, label }: OptionsProps<Value>) {
  return values?.map((value) => {
    const key = typeof value === 'string' ? value : value.id;
    return (
      <option key={key} value={key}>
        {label(value)}
      </option>
    );
  });
}
