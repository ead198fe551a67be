// Chooses one of the people whom an admin may choose from, by last name: of all, of one role, or who may still become a member.

import { getUser, users } from '#contract/accounts/users.ts';
import type { Role } from '#contract/policy.ts';
import { nameAmong } from '#web/lib/format/format.ts';
import { SearchSelect, type SearchSelectProps } from '#web/ui/lists/search-select.tsx';

export type Choosable = {
  id: number;
  firstName: string;
  lastName: string;
  username?: string | undefined;
  company?: string | null | undefined;
  role?: Role | undefined;
};

type PersonChoiceProps = Omit<SearchSelectProps<Choosable>, 'label' | 'list' | 'filter' | 'get'> & {
  among: { role: Role } | { addableTo: number } | Record<never, never>;
  label?: ((person: Choosable, among: readonly Choosable[]) => string) | undefined;
};

export function PersonChoice({ among, label = nameAmong, ...props }: PersonChoiceProps) {
  return <SearchSelect {...props} label={label} list={users} filter={among} get={getUser} />;
}
