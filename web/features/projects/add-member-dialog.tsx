// 'Add Member': somebody more who may see the project.
import { useForm } from 'react-hook-form';
import { can, type MemberRole } from '#contract/policy.ts';
import { addMember, type Member, type Project, sites } from '#contract/projects.ts';
import { NewMember } from '#contract/schemas/projects.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { fullName } from '#web/lib/format.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type FailedQuery, QueryErrorLine } from '#web/ui/query-error.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { assignableRoles, memberRoleDescriptions, memberRoleLabels, toNewMember } from './member-rules.ts';
import { useUserOptions } from './user-options.ts';

type Candidate = { id: number; firstName: string; lastName: string };
type Candidates = FailedQuery & {
  groups: readonly { label: string; people: readonly Candidate[] }[];
  isPending: boolean;
  /** What is said beneath the choice. */
  hint: string | undefined;
};

/**
 * Admins choose among all clients and photographers. A project admin cannot list accounts (behaviour §1.7): they choose among the
 * people whom the project itself names.
 */
function useCandidates(project: Project, members: readonly Member[]): Candidates {
  const manages = can.manageUsers(useCurrentUser().actor);
  const clients = useUserOptions('client', { enabled: manages });
  const crew = useUserOptions('photographer', { enabled: manages });
  const named = useApiQuery(sites, { params: { id: project.id }, query: { limit: 500 } }, { enabled: !manages });
  const queries = manages ? [clients, crew] : [named];
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
    isPending: queries.some((query) => query.isPending),
    hint: manages ? undefined : 'People who work on this project. To add somebody else, ask an admin.',
    error: queries.find((query) => query.error)?.error ?? null,
    isFetching: queries.some((query) => query.isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

type Draft = { userId: string; role: MemberRole };

function toBody({ userId, role }: Draft) {
  return { userId: userId === '' ? Number.NaN : Number(userId), role };
}

export function AddMemberDialog({
  project,
  members,
  ...control
}: DialogControl & { project: Project; members: readonly Member[] }) {
  const { actor } = useCurrentUser();
  const form = useForm<Draft>({
    defaultValues: { userId: '', role: 'viewer' },
    resolver: formResolver(NewMember, toBody),
  });
  const { register, formState, watch } = form;
  const candidates = useCandidates(project, members);
  const add = useMutation(addMember, {
    successToast: 'Member added',
    errorToast: 'Failed to add the member',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      form.reset();
      control.onOpenChange(false);
    },
  });
  const { error, hint, isPending, groups } = candidates;
  return (
    <FormDialog
      {...control}
      title="Add Member"
      description={project.name}
      onSubmit={form.handleSubmit((draft) => add.run({ params: { id: project.id }, body: toBody(draft) }))}
      submitLabel="Add Member"
      pending={add.isPending}
      pendingLabel="Adding..."
    >
      <Field
        label="Person"
        error={formState.errors.userId?.message}
        hint={error ? <QueryErrorLine query={candidates} /> : hint}
      >
        <Select {...register('userId')}>
          <option value="">{isPending ? 'Loading...' : 'Select a person'}</option>
          {groups.map(({ label, people }) => (
            <optgroup key={label} label={label}>
              <Options of={people} label={fullName} />
            </optgroup>
          ))}
        </Select>
      </Field>
      <Field label="Role" hint={memberRoleDescriptions[watch('role')]}>
        <Select {...register('role')}>
          <Options of={assignableRoles(actor, project.standing)} label={(role) => memberRoleLabels[role]} />
        </Select>
      </Field>
    </FormDialog>
  );
}
