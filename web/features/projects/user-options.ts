// The people whom the project dialogs let an admin choose.
import type { Role } from '#contract/policy.ts';
import { users } from '#contract/users.ts';
import { fullName } from '#web/lib/format.ts';
import { useApiQuery } from '#web/lib/queries.ts';

type Client = { firstName: string; lastName: string; company: string | null };

/** Open accounts of one role, by last name; only admins may ask. */
export function useUserOptions(role: Role, { enabled = true }: { enabled?: boolean } = {}) {
  return useApiQuery(users, { query: { role, limit: 500 } }, { enabled });
}

/** 'Amaka Okafor – Okafor Estates', or 'No company' (behaviour §10.8). */
export function clientLabel(client: Client): string {
  return `${fullName(client)} – ${client.company || 'No company'}`;
}
