// Who belongs to a project beside its client and photographers, and as what.

import { UserMinus, UserPlus, UsersRound } from 'lucide-react';
import { roleLabels } from '#contract/accounts/users.ts';
import type { MemberRole } from '#contract/policy.ts';
import { changeMember, type Member, members, type Project, removeMember } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { fullName, nameAmong } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { ConfirmCall } from '#web/ui/overlays/confirm-call.tsx';
import { assignableRoles, changeableRoles, memberRoleLabels } from './member-rules.ts';

const AddMemberDialog = lazyDialog(() => import('./add-member-dialog.tsx'), 'AddMemberDialog');

export function ProjectMembers({ project }: { project: Project }) {
  const { actor } = useCurrentUser();
  const list = useInfiniteList(members, { params: { id: project.id }, query: { limit: 100 } });
  const { open, dialogs } = useDialogs({
    add: (control) => <AddMemberDialog {...control} project={project} members={list.data?.rows ?? []} />,
    role: (control, { member, to }: { member: Member; to: MemberRole }) => (
      <ConfirmCall
        {...control}
        followsRow
        route={changeMember}
        input={{ params: { id: project.id, userId: member.userId }, body: { role: to, version: member.version } }}
        title="Change Role"
        sentence={`${fullName(member.person)} will be ${memberRoleLabels[to]} instead of ${memberRoleLabels[member.role]} in ${project.name}.`}
        confirmLabel="Change Role"
        tone="primary"
        successToast="Member role updated"
        errorToast="Failed to update the member role"
      />
    ),
    remove: (control, { userId, person }: Member) => (
      <ConfirmCall
        {...control}
        route={removeMember}
        input={{ params: { id: project.id, userId } }}
        title="Remove member"
        sentence={`${fullName(person)} will no longer be a member of ${project.name}.`}
        confirmLabel="Remove"
        successToast="Member removed"
        errorToast="Failed to remove the member"
      />
    ),
  });
  const mayAdd = assignableRoles(actor, project.standing).length > 0;
  const add = mayAdd && (
    <Button icon={UserPlus} onClick={() => open('add')}>
      Add Member
    </Button>
  );
  return (
    <>
      <InfiniteList
        list={list}
        skeletons={<Skeleton className="h-40 rounded-card" />}
        empty={
          <EmptyState icon={UsersRound} title="No members yet" action={add}>
            The client and the photographers of its sites belong to the project without being members.
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            {add && <div className="mb-4">{add}</div>}
            <Card className="max-w-3xl">
              <ul className="divide-y divide-line">
                {rows.map((member) => (
                  <li key={member.userId}>
                    <MemberRow
                      project={project}
                      member={member}
                      name={nameAmong(
                        member.person,
                        rows.map(({ person }) => person),
                      )}
                      onRole={(to) => open('role', { member, to })}
                      onRemove={() => open('remove', member)}
                    />
                  </li>
                ))}
              </ul>
            </Card>
          </>
        )}
      </InfiniteList>
      {dialogs}
    </>
  );
}

type MemberRowProps = {
  project: Project;
  member: Member;
  name: string;
  onRole: (to: MemberRole) => void;
  onRemove: () => void;
};

function MemberRow({ project, member, name, onRole, onRemove }: MemberRowProps) {
  const { actor } = useCurrentUser();
  const choices = changeableRoles(actor, project.standing, member.role);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <Avatar name={fullName(member.person)} photo={member.person.profilePhotoUrl} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-muted text-sm">{roleLabels[member.person.role]}</p>
      </div>
      {choices.length === 0 ? (
        <Badge>{memberRoleLabels[member.role]}</Badge>
      ) : (
        <div className="ml-auto flex min-w-0 max-w-full items-center gap-1">
          <Select
            aria-label={`Role of ${name}`}
            value={member.role}
            onChange={(event) => onRole(event.target.value as MemberRole)}
            className="w-40 min-w-0 shrink"
          >
            <Options of={choices} label={(each) => memberRoleLabels[each]} />
          </Select>
          <IconButton label={`Remove ${name}`} icon={UserMinus} onClick={onRemove} />
        </div>
      )}
    </div>
  );
}
