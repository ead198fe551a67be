// 'Add Member': somebody more who may see the project.
import { useForm } from 'react-hook-form';
import { roleLabels } from '#contract/accounts/users.ts';
import { can, type MemberRole } from '#contract/policy.ts';
import { addMember, type Member, type Project, sites } from '#contract/projects/endpoints.ts';
import { NewMember } from '#contract/projects/members-routes.ts';
import type { Choosable } from '#web/features/sessions/filters/choices.tsx';
import { FormPersonChoice } from '#web/features/sessions/filters/form-choices.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { nameAmong } from '#web/lib/format/format.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { assignableRoles, memberRoleDescriptions, memberRoleLabels, toNewMember } from './member-rules.ts';

/** A project admin cannot list accounts (behaviour §1.7): they choose among the people whom the project itself names. */
function useNamed(project: Project, members: readonly Member[], { enabled }: { enabled: boolean }) {
  const named = useApiQuery(sites, { params: { id: project.id }, query: { limit: 500 } }, { enabled });
  const photographers = named.data?.rows.flatMap(({ photographer }) => photographer ?? []) ?? [];
  const groups = [
    { label: 'Clients', people: toNewMember<Choosable>([project.client], members) },
    { label: 'Photographers', people: toNewMember<Choosable>(photographers, members) },
  ];
  return { ...named, groups: groups.filter(({ people }) => people.length > 0) };
}

type Draft = { userId: string; role: MemberRole };

function toBody({ userId, role }: Draft) {
  return { userId: userId === '' ? Number.NaN : Number(userId), role };
}

/** 'Emeka Ibe – Client' */
function nameAndRole(person: Choosable, among: readonly Choosable[]): string {
  return [nameAmong(person, among), person.role && roleLabels[person.role]].filter(Boolean).join(' – ');
}

export function AddMemberDialog({
  project,
  members,
  ...control
}: DialogControl & { project: Project; members: readonly Member[] }) {
  const { actor } = useCurrentUser();
  const manages = can.manageUsers(actor);
  const form = useForm<Draft>({
    defaultValues: { userId: '', role: 'viewer' },
    resolver: formResolver(NewMember, toBody),
  });
  const { register, formState, watch } = form;
  const named = useNamed(project, members, { enabled: !manages });
  const add = useMutation(addMember, {
    successToast: 'Member added',
    errorToast: 'Failed to add the member',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      form.reset();
      control.onOpenChange(false);
    },
  });
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
      {manages ? (
        <Field label="Person" error={formState.errors.userId?.message}>
          <FormPersonChoice
            control={form.control}
            name="userId"
            none="Select a person"
            among={{ addableTo: project.id }}
            label={nameAndRole}
          />
        </Field>
      ) : (
        <Field
          label="Person"
          error={formState.errors.userId?.message}
          hint={
            named.error ? (
              <QueryErrorLine query={named} />
            ) : (
              'People who work on this project. To add somebody else, ask an admin.'
            )
          }
        >
          <Select {...register('userId')}>
            <option value="">{named.isPending ? 'Loading...' : 'Select a person'}</option>
            {named.groups.map(({ label, people }) => (
              <optgroup key={label} label={label}>
                <Options of={people} label={(person) => nameAmong(person, people)} />
              </optgroup>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Role" hint={memberRoleDescriptions[watch('role')]} error={formState.errors.role?.message}>
        <Select {...register('role')}>
          <Options of={assignableRoles(actor, project.standing)} label={(role) => memberRoleLabels[role]} />
        </Select>
      </Field>
    </FormDialog>
  );
}
