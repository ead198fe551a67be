// The holidays of a form: a date to add, and those that are there, each to take away.
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatDate } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import type { SettingsDraft } from './company-dialog.tsx';

export function HolidaysField({ form }: { form: UseFormReturn<SettingsDraft> }) {
  const [days, next] = useWatch({ control: form.control, name: ['holidays', 'nextHoliday'] });
  const box = useRef<HTMLDivElement>(null);
  const { errors } = form.formState;
  const focusDate = () => box.current?.querySelector('input')?.focus();

  function set(changed: string[]): void {
    form.setValue('holidays', changed.toSorted(), { shouldDirty: true });
    focusDate();
  }

  function add(): void {
    set([...new Set([...days, next])]);
    form.setValue('nextHoliday', '', { shouldDirty: true });
  }

  return (
    <div ref={box} className="grid gap-2">
      <div className="flex items-end gap-2">
        <Field
          label="Add a holiday"
          error={errors.holidays?.message ?? errors.nextHoliday?.message}
          className="min-w-0 grow sm:max-w-64"
        >
          <Input type="date" min="2000-01-01" max="2100-12-31" {...form.register('nextHoliday')} />
        </Field>
        <Button icon={Plus} aria-disabled={next === ''} onClick={() => next !== '' && add()}>
          Add
        </Button>
      </div>
      {days.length === 0 ? (
        <p className="text-muted text-sm">No holidays yet</p>
      ) : (
        <ul aria-label="Holidays" className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
          {days.map((day) => (
            <li key={day}>
              <Button
                size="sm"
                icon={X}
                aria-label={`Remove ${formatDate(day)}`}
                onClick={() => set(days.filter((each) => each !== day))}
              >
                {formatDate(day)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
