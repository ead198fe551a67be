// How the people of a project are named in its forms.
import { getUser } from '#contract/accounts/users.ts';
import type { Choosable } from '#web/features/sessions/filters/person-choice.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { nameAmong } from '#web/lib/format/name-among.ts';

/** 'Amaka Okafor – Okafor Estates', or 'No company' (behaviour §10.8). */
export function clientLabel(client: Choosable, among: readonly Choosable[]): string {
  return `${nameAmong(client, among)} – ${client.company || 'No company'}`;
}

type PersonNameProps = {
  id: number;
  known: readonly Choosable[];
  label?: (person: Choosable, among: readonly Choosable[]) => string;
};

/** The name of somebody of whom a form has the id. */
export function PersonName({ id, known, label = nameAmong }: PersonNameProps) {
  const here = known.find((person) => person.id === id);
  const { data, error } = useApiQuery(getUser, { params: { id } }, { enabled: !here });
  const person = here ?? data;
  if (person) return label(person, known);
  return error ? 'No longer available' : '…';
}
