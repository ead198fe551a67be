// The words of the type badges.
import { expect, it } from 'vitest';
import { notificationLabel } from './endpoints.ts';
import { notificationTypes } from './notification-preferences.ts';

it('the types the specification names have its words, every other says Notification', () => {
  const words = Object.fromEntries(notificationTypes.map((type) => [type, notificationLabel(type)]));
  expect(words).toEqual({
    project_assigned: 'Assignment',
    project_created: 'New Project',
    session_submitted: 'Notification',
    session_approved: 'Approved',
    session_rejected: 'Rejected',
    dispute_created: 'Notification',
    dispute_updated: 'Notification',
    dispute_resolved: 'Notification',
    dispute_due: 'Notification',
    demo_request: 'Notification',
    delivery_failed: 'Notification',
    share_ended: 'Notification',
    stage_waits: 'Notification',
    stage_returned: 'Notification',
    released_file_changed: 'Notification',
  });
});
