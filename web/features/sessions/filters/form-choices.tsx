// Choices that search, as fields of a form: there an id is text, and '' is nothing chosen.
import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { PersonChoice } from './choices.tsx';

type Place<Values extends FieldValues> = { control: Control<Values>; name: FieldPath<Values> };

/** What a choice takes of a form. */
export function useIdField<Values extends FieldValues>(place: Place<Values>) {
  const { field } = useController(place);
  return {
    ref: field.ref,
    onBlur: field.onBlur,
    value: Number(field.value) || undefined,
    onChange: (id: number | undefined) => field.onChange(String(id ?? '')),
  };
}

type PersonFieldProps<Values extends FieldValues> = Place<Values> &
  Omit<ComponentProps<typeof PersonChoice>, keyof ReturnType<typeof useIdField>>;

export function FormPersonChoice<Values extends FieldValues>({ control, name, ...props }: PersonFieldProps<Values>) {
  return <PersonChoice {...useIdField({ control, name })} {...props} />;
}
