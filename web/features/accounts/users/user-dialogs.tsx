// The dialogs of User Management: which one is open, for whom, and fetched when first needed.
import type { AccountLinkKind } from '#contract/accounts/link-paths.ts';
import type { User } from '#contract/accounts/users.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import type { RoleChange } from './change-role-dialog.tsx';

const UserDialog = lazyDialog(() => import('./user-dialog.tsx'), 'UserDialog');
const InviteUserDialog = lazyDialog(() => import('./invite-user-dialog.tsx'), 'InviteUserDialog');
const NewLinkDialog = lazyDialog(() => import('./new-link-dialog.tsx'), 'NewLinkDialog');
const ProfileDialog = lazyDialog(() => import('#web/features/accounts/profile/profile-dialog.tsx'), 'ProfileDialog');
const ChangeRoleDialog = lazyDialog(() => import('./change-role-dialog.tsx'), 'ChangeRoleDialog');
const RemoveUserDialog = lazyDialog(() => import('./remove-user-dialog.tsx'), 'RemoveUserDialog');

type LinkOf = { user: User; kind: AccountLinkKind };

export type OpenUserDialog = ReturnType<typeof useUserDialogs>['open'];

/** Each opening is a new form. */
export function useUserDialogs() {
  return useDialogs({
    create: (control) => <UserDialog {...control} />,
    invite: (control) => <InviteUserDialog {...control} />,
    link: (control, of: LinkOf) => <NewLinkDialog {...control} {...of} />,
    view: (control, user: User) => <ProfileDialog {...control} user={user} startsAs="view" />,
    edit: (control, user: User) => <UserDialog {...control} user={user} />,
    remove: (control, user: User) => <RemoveUserDialog {...control} user={user} />,
    role: (control, change: RoleChange) => <ChangeRoleDialog {...control} {...change} />,
  });
}
