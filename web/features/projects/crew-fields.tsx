// The crew of a new project without sites: photographers, found by typing, who become its members.
import { X } from 'lucide-react';
import { useController } from 'react-hook-form';
import { PersonChoice } from '#web/features/sessions/filters/person-choice.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { PersonName } from './person-name.tsx';
import type { ProjectForm } from './project-fields.tsx';

export function CrewFields({ form: { control, formState } }: { form: ProjectForm }) {
  const { field } = useController({ control, name: 'crew' });
  const crew = field.value ?? [];
  const add = (id: number) => crew.includes(String(id)) || field.onChange([...crew, String(id)]);
  return (
    <div className="grid gap-2">
      <Field
        label="Crew"
        optional
        error={formState.errors.crew?.message}
        hint="Photographers who may submit sessions here from the start. More can be added in Members later."
      >
        <PersonChoice
          ref={field.ref}
          onBlur={field.onBlur}
          value={undefined}
          onChange={(id) => id !== undefined && add(id)}
          none="Add a photographer"
          among={{ role: 'photographer' }}
        />
      </Field>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {crew.map((id) => (
          <li
            key={id}
            className="inline-flex max-w-full items-center rounded-full border border-line-strong bg-surface pl-3 text-sm"
          >
            <span className="wrap-anywhere">
              <PersonName id={Number(id)} known={[]} />
            </span>
            <IconButton
              size="sm"
              label="Remove from the crew"
              icon={X}
              onClick={() => field.onChange(crew.filter((one) => one !== id))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
