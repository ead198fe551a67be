// User Management: everybody who has an account, for admins.
import { MailPlus, UserPlus, Users } from 'lucide-react';
import { type User, users } from '#contract/accounts/users.ts';
import { can, type Role, roles } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { formatNumber, nameAmong } from '#web/lib/format/format.ts';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { SearchInput } from '#web/ui/controls/search-input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { AccessDenied } from '#web/ui/feedback/load-failure.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { type OpenUserDialog, UserRow, useUserDialogs } from './user-row.tsx';

const plurals: Record<Role, string> = { admin: 'Administrators', photographer: 'Photographers', client: 'Clients' };
const shape = { q: param.text(), role: param.maybe(roles) };

export function UsersPage() {
  const { actor } = useCurrentUser();
  if (!can.manageUsers(actor)) {
    return <AccessDenied sentence="Only administrators can access the user management page" />;
  }
  return <Management />;
}

function Management() {
  const [{ q, role }, setFilters] = useSearchParams(shape);
  const search = q.trim();
  const list = useInfiniteList(users, { query: { q: search, role } }, { keep: true });
  const { open, dialogs } = useUserDialogs();
  const total = list.data?.total;
  return (
    <div className="page">
      <PageHeader
        title="User Management"
        subtitle="Who can log in, and with which role"
        actions={
          <>
            <Button icon={MailPlus} onClick={() => open('invite')}>
              Invite User
            </Button>
            <Button variant="primary" icon={UserPlus} onClick={() => open('create')}>
              Create User
            </Button>
          </>
        }
      />
      <search className="flex flex-wrap gap-3">
        <Field label="Search users" hideLabel className="min-w-0 flex-1 basis-60">
          <SearchInput placeholder="Name, email or username" value={q} onSearch={(text) => setFilters({ q: text })} />
        </Field>
        <Field label="Role" hideLabel className="w-48 max-sm:w-full">
          <Select
            value={role ?? ''}
            onChange={({ target }) => setFilters({ role: roles.find((each) => each === target.value) })}
          >
            <option value="">All Roles</option>
            <Options of={roles} label={(each) => plurals[each]} />
          </Select>
        </Field>
      </search>
      <h2 className="mt-6 mb-3 font-semibold text-lg">
        Users{total !== undefined && <span className="tabular-nums"> ({formatNumber(total)})</span>}
      </h2>
      <InfiniteList
        list={list}
        skeletons={<Skeletons />}
        empty={
          <NoUsers
            filtered={q !== '' || role !== undefined}
            onClear={() => setFilters({ q: '', role: undefined })}
            onCreate={() => open('create')}
          />
        }
      >
        {(rows) => <Rows rows={rows} search={search} dimmed={list.isPlaceholderData} open={open} />}
      </InfiniteList>
      {dialogs}
    </div>
  );
}

type RowsProps = {
  rows: User[];
  search: string;
  dimmed: boolean;
  open: OpenUserDialog;
};

function Rows({ rows, search, dimmed, open }: RowsProps) {
  const { person } = useCurrentUser();
  return (
    <Card as="ul" aria-busy={dimmed} className="divide-y divide-line">
      {rows.map((user) => (
        <li key={user.id} className="min-w-0">
          <UserRow user={user} label={nameAmong(user, rows)} own={user.id === person.id} search={search} open={open} />
        </li>
      ))}
    </Card>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={8} className="divide-y divide-line overflow-hidden rounded-card border border-line">
      <div className="flex h-40 items-start gap-3 bg-surface px-4 py-3 lg:h-18 lg:items-center">
        <Skeleton className="size-12 shrink-0 rounded-full" />
        <Skeleton className="h-9 w-full max-w-80" />
      </div>
    </SkeletonList>
  );
}

type NoUsersProps = { filtered: boolean; onClear: () => void; onCreate: () => void };

function NoUsers({ filtered, onClear, onCreate }: NoUsersProps) {
  const clear = <Button onClick={onClear}>Clear Filters</Button>;
  const create = (
    <Button variant="primary" icon={UserPlus} onClick={onCreate}>
      Create First User
    </Button>
  );
  return (
    <EmptyState icon={Users} title="No users found" action={filtered ? clear : create}>
      {filtered
        ? 'Nobody matches your search.'
        : 'Create an account for everybody who works here or follows a project.'}
    </EmptyState>
  );
}
