// 'Edit working days and answers'.
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatDate } from '#contract/core/day-words.ts';
import { editCompanySettings, mostResponseDays, type SavedSettings, weekdays } from '#contract/settings/endpoints.ts';
import { SettingsEdit } from '#contract/settings/routes.ts';
import { timeZonesFor, zoneName } from '#web/lib/device/device-choices.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field, FieldError } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { holidaysInWords, numberOf, workingDaysInWords } from './company-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

const priorities = ['high', 'medium', 'low'] as const;
const priorityLabels = { high: 'High priority', medium: 'Medium priority', low: 'Low priority' };

/** As it is typed and ticked. `nextHoliday`: in the field, not added yet; it is sent too. */
type SettingsDraft = {
  workingDays: string[];
  holidays: string[];
  nextHoliday: string;
  timeZone: string;
  responseDays: Record<(typeof priorities)[number], string>;
};

function stateOf({ version, workingDays, holidays, timeZone, responseDays }: SavedSettings) {
  const { high, medium, low } = responseDays;
  const values: SettingsDraft = {
    workingDays: workingDays.map(String),
    holidays,
    nextHoliday: '',
    timeZone,
    responseDays: { high: String(high), medium: String(medium), low: String(low) },
  };
  return { version, values };
}

function bodyOf({ workingDays, holidays, nextHoliday, timeZone, responseDays }: SettingsDraft) {
  const { high, medium, low } = responseDays;
  return {
    workingDays: workingDays.map(Number),
    holidays: [...new Set([...holidays, ...(nextHoliday ? [nextHoliday] : [])])],
    timeZone,
    responseDays: { high: numberOf(high), medium: numberOf(medium), low: numberOf(low) },
  };
}

const labels = {
  workingDays: 'Working days',
  holidays: 'Holidays',
  timeZone: 'Time zone',
  'responseDays.high': 'High priority',
  'responseDays.medium': 'Medium priority',
  'responseDays.low': 'Low priority',
};

function inWords(path: string, value: unknown) {
  if (path === 'workingDays') return workingDaysInWords((value as string[]).map(Number).sort());
  return path === 'holidays' ? holidaysInWords(value as string[]) : undefined;
}

export function CompanyDialog({ saved, ...control }: DialogControl & { saved: SavedSettings }) {
  const { draft, form, dialog } = useSettingsForm<SettingsDraft, typeof editCompanySettings>({
    control,
    saved,
    name: 'edit company settings',
    route: editCompanySettings,
    schema: SettingsEdit,
    stateOf,
    bodyOf,
    successToast: 'Settings changed',
    failure: 'Failed to change the settings',
  });
  const { errors } = form.formState;
  const timeZone = useWatch({ control: form.control, name: 'timeZone' });
  return (
    <FormDialog {...dialog} title="Edit working days and answers">
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <fieldset className="min-w-0" aria-describedby={errors.workingDays ? 'working-days-error' : undefined}>
        <legend className="mb-1.5 font-medium">Working days</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {weekdays.map((day, index) => (
            <Checkbox key={day} label={day} value={String(index + 1)} {...form.register('workingDays')} />
          ))}
        </div>
        {errors.workingDays?.message && <FieldError id="working-days-error">{errors.workingDays.message}</FieldError>}
      </fieldset>
      <HolidaysField form={form} />
      <Field label="Time zone" hint="Where the company’s days begin and end" error={errors.timeZone?.message}>
        <Select {...form.register('timeZone')}>
          <Options of={timeZonesFor(timeZone)} label={zoneName} />
        </Select>
      </Field>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium">Working days until the first answer is due</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {priorities.map((priority) => (
            <Field key={priority} label={priorityLabels[priority]} error={errors.responseDays?.[priority]?.message}>
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={mostResponseDays}
                {...form.register(`responseDays.${priority}`)}
              />
            </Field>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}

// The holidays of a form: a date to add, and those that are there, each to take away.
function HolidaysField({ form }: { form: UseFormReturn<SettingsDraft> }) {
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
