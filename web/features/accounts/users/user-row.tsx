// One account in the list: who it is, what they are here, and what an admin can do with it.

import { KeyRound, MailPlus, Pencil, Trash2 } from 'lucide-react';
import type { AccountLinkKind } from '#contract/accounts/auth.ts';
import { changeRole, removeUser, roleLabels, type User } from '#contract/accounts/users.ts';
import { type Role, roles } from '#contract/policy.ts';
import { fullName } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Highlight } from '#web/ui/display/highlight.tsx';
import { RoleBadge, roleIcons } from '#web/ui/display/status-badge.tsx';
import { ConfirmCall } from '#web/ui/overlays/confirm-call.tsx';
import { isOwnAdminRole, showCannotDeleteSelf } from './self-protection.ts';

// The dialogs of User Management: which one is open, for whom, and fetched when first needed.
const UserDialog = lazyDialog(() => import('./user-dialog.tsx'), 'UserDialog');
const InviteUserDialog = lazyDialog(() => import('./user-dialog.tsx'), 'InviteUserDialog');
const NewLinkDialog = lazyDialog(() => import('./new-link-dialog.tsx'), 'NewLinkDialog');
const ProfileDialog = lazyDialog(() => import('#web/features/accounts/profile/profile-dialog.tsx'), 'ProfileDialog');

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
    remove: (control, user: User) => (
      <ConfirmCall
        {...control}
        route={removeUser}
        input={{ params: { id: user.id } }}
        title="Delete User"
        sentence={`Are you sure you want to delete user ${fullName(user)}? This action cannot be undone.`}
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        successToast="User deleted successfully"
        errorToast={{ title: 'Failed to delete user' }}
      />
    ),
    role: (control, { user, to }: { user: User; to: Role }) => (
      <ConfirmCall
        {...control}
        followsRow
        route={changeRole}
        input={{ params: { id: user.id }, body: { role: to, version: user.version } }}
        title="Change Role"
        sentence={`${fullName(user)} will be ${roleLabels[to]} instead of ${roleLabels[user.role]}, and is logged out everywhere.`}
        confirmLabel="Change Role"
        pendingLabel="Changing..."
        tone="primary"
        successToast="User role updated"
        errorToast={{ title: 'Failed to update user role' }}
      />
    ),
  });
}

type UserRowProps = {
  user: User;
  /** In words that are not beside the username. */
  label: string;
  /** The admin who looks at it. */
  own: boolean;
  search: string;
  open: OpenUserDialog;
};

export function UserRow({ user, label, own, search, open }: UserRowProps) {
  const name = fullName(user);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 px-4 py-3 lg:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_8rem_10rem_auto]">
      <div className="col-span-2 col-start-1 row-start-1 flex min-w-0 items-center gap-3 sm:col-span-1 lg:col-auto lg:row-auto">
        <Photo user={user} name={name} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <button
              type="button"
              onClick={() => open('view', user)}
              className="wrap-anywhere -my-0.5 pointer-coarse:-my-2.5 rounded-control py-0.5 pointer-coarse:py-2.5 text-left font-medium hover:underline"
            >
              <Highlight text={name} query={search} />
            </button>
            {user.invitedUntil && <Invited until={user.invitedUntil} />}
            {own && <span className="text-muted text-sm">You</span>}
          </p>
          <p className="truncate text-muted text-sm max-sm:pr-32">
            @<Highlight text={user.username} query={search} />
          </p>
        </div>
      </div>
      <div className="order-1 col-span-2 min-w-0 text-sm lg:order-none lg:col-span-1">
        <p className="truncate">
          {user.email ? <Highlight text={user.email} query={search} /> : <span className="text-muted">No email</span>}
        </p>
        {user.mailRefused && (
          <p className="text-danger-ink" title={user.mailRefused}>
            Email to this address is refused
          </p>
        )}
        {user.company && <p className="truncate text-muted">{user.company}</p>}
      </div>
      <span className="col-start-2 row-start-1 self-end justify-self-end sm:self-center lg:col-auto lg:row-auto lg:justify-self-start">
        <RoleBadge role={user.role} />
      </span>
      <RoleChoice user={user} name={label} own={own} open={open} />
      <div className="order-3 flex justify-end gap-1 lg:order-none">
        <LinkAction user={user} name={label} own={own} open={open} />
        <IconButton label={`Edit ${label}`} icon={Pencil} onClick={() => open('edit', user)} />
        <IconButton
          label={own ? 'You cannot delete your own account' : `Delete ${label}`}
          icon={Trash2}
          aria-disabled={own}
          onClick={own ? showCannotDeleteSelf : () => open('remove', user)}
        />
      </div>
    </div>
  );
}

/** The instant is the server's: a device whose clock is wrong says so a little early or late. */
function Invited({ until }: { until: string }) {
  return <Badge icon={MailPlus}>{Date.parse(until) > Date.now() ? 'Invited' : 'Invitation expired'}</Badge>;
}

/** A new link for somebody who has no password yet, or forgot it; one's own password is changed in the profile. */
function LinkAction({ user, name, own, open }: LinkActionProps) {
  if (own) return null;
  const kind = user.invitedUntil ? 'invitation' : 'reset';
  const label = kind === 'invitation' ? 'New invitation link' : 'Password reset link';
  return (
    <IconButton
      label={`${label} for ${name}`}
      icon={kind === 'invitation' ? MailPlus : KeyRound}
      onClick={() => open('link', { user, kind })}
    />
  );
}

function Photo({ user, name }: { user: User; name: string }) {
  const Icon = roleIcons[user.role];
  if (user.profilePhotoUrl) return <Avatar name={name} photo={user.profilePhotoUrl} size="lg" />;
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-muted">
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}

type LinkActionProps = Omit<UserRowProps, 'search' | 'label'> & { name: string };

/** It asks first: the person is logged out everywhere, and sees and may do other things from then on. */
function RoleChoice({ user, name, own, open }: Omit<UserRowProps, 'search' | 'label'> & { name: string }) {
  return (
    <Select
      aria-label={`Role of ${name}`}
      value={user.role}
      onChange={({ target }) => {
        const to = target.value as Role;
        if (!isOwnAdminRole({ own, to })) open('role', { user, to });
      }}
      className="order-2 w-40 max-w-full lg:order-none"
    >
      <Options of={roles} label={(role) => roleLabels[role]} />
    </Select>
  );
}
