// 'Add Member': somebody more who may see the project.
import { useState } from 'react';
import { can, type MemberRole } from '#contract/policy.ts';
import { addMember, type Member, type Project, sites } from '#contract/projects.ts';
import { fullName } from '#web/features/sessions/session-labels.ts';
import { type ApiError, messageOf } from '#web/lib/api-error.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { assignableRoles, memberRoleDescriptions, memberRoleLabels, toNewMember } from './member-rules.ts';
import { UserOptionsError } from './project-fields.tsx';
import { useUserOptions } from './user-options.ts';

type Candidate = { id: number; firstName: string; lastName: string };
type Candidates = {
  groups: readonly { label: string; people: readonly Candidate[] }[];
  isPending: boolean;
  /** What is said beneath the choice. */
  hint: string | undefined;
  error: ApiError | null;
  isFetching: boolean;
  refetch: () => void;
};

/**
 * Admins choose among all clients and photographers. A project admin cannot list accounts (decisions §3): they choose among the
 * people whom the project itself names.
 */
function useCandidates(project: Project, members: readonly Member[]): Candidates {
  const manages = can.manageUsers(useCurrentUser().actor);
  const clients = useUserOptions('client', { enabled: manages });
  const crew = useUserOptions('photographer', { enabled: manages });
  const named = useApiQuery(sites, { params: { id: project.id }, query: { limit: 500 } }, { enabled: !manages });
  const asked = manages ? [clients, crew] : [named];
  const photographers = manages
    ? (crew.data?.rows ?? [])
    : (named.data?.rows.flatMap(({ photographer }) => photographer ?? []) ?? []);
  return {
    groups: [
      {
        label: 'Clients',
        people: toNewMember<Candidate>(manages ? (clients.data?.rows ?? []) : [project.client], members),
      },
      { label: 'Photographers', people: toNewMember<Candidate>(photographers, members) },
    ].filter(({ people }) => people.length > 0),
    isPending: asked.some((query) => query.isPending),
    hint: manages ? undefined : 'People who work on this project. To add somebody else, ask an admin.',
    error: asked.find((query) => query.error)?.error ?? null,
    isFetching: asked.some((query) => query.isFetching),
    refetch: () => {
      for (const query of asked) void query.refetch();
    },
  };
}

type AddMemberDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: Project;
  members: readonly Member[];
};

export function AddMemberDialog({ open, onOpenChange, project, members }: AddMemberDialogProps) {
  const { actor } = useCurrentUser();
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<MemberRole>('viewer');
  const [problem, setProblem] = useState<string>();
  const found = useCandidates(project, members);
  const add = useMutation(addMember, {
    successToast: 'Member added',
    errorToast: 'Failed to add the member',
    onError: ({ issues }) => {
      setProblem(issues.find(({ path }) => path === 'userId')?.message);
      return issues.some(({ path }) => path === 'userId');
    },
    onSuccess: () => {
      setUserId('');
      setRole('viewer');
      onOpenChange(false);
    },
  });
  const hint = found.error ? <UserOptionsError sentence={messageOf(found.error)} query={found} /> : found.hint;
  function submit() {
    setProblem(userId === '' ? 'Person is required' : undefined);
    if (userId !== '') void add.run({ params: { id: project.id }, body: { userId: Number(userId), role } });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Member"
      description={project.name}
      onSubmit={submit}
      submitLabel="Add Member"
      pending={add.isPending}
      pendingLabel="Adding..."
    >
      <div className="grid grid-cols-1 gap-5">
        <Field label="Person" error={problem} hint={hint}>
          <Select value={userId} onChange={(event) => setUserId(event.target.value)}>
            <option value="">{found.isPending ? 'Loading...' : 'Select a person'}</option>
            {found.groups.map(({ label, people }) => (
              <optgroup key={label} label={label}>
                <Options of={people} label={fullName} />
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Role" hint={memberRoleDescriptions[role]}>
          <Select value={role} onChange={(event) => setRole(event.target.value as MemberRole)}>
            <Options of={assignableRoles(actor, project.standing)} label={(each) => memberRoleLabels[each]} />
          </Select>
        </Field>
      </div>
    </FormDialog>
  );
}
