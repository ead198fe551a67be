// What admins may not do to their own account, in the specified words (behaviour §1.5); the server refuses it too.
import { toastFailure } from '#web/lib/page/toast.ts';

/** Says why, and answers true, when this is an admin giving up their own role. */
export function isOwnAdminRole(change: { own: boolean; to: string }): boolean {
  if (!change.own || change.to === 'admin') return false;
  toastFailure('Cannot change your own role', 'You cannot remove admin privileges from your own account');
  return true;
}

export function showCannotDeleteSelf(): void {
  toastFailure('Cannot delete your own account', 'You cannot delete your own administrator account');
}
