// The routes of what each person is told of outside of the product.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/notification-preferences.ts';

export const notificationPreferenceRoutes = {
  notificationPreferences: {
    reply: schemas.NotificationPreferences,
    access: can.authenticated,
    summary: 'Which notices reach one by mail and push, when, and for which projects they are off.',
  },
  editNotificationPreferences: {
    body: schemas.NotificationPreferencesEdit,
    reply: schemas.NotificationPreferences,
    access: can.authenticated,
    summary: 'Chooses for oneself; kinds that are left out stay as they are.',
  },
  muteProject: {
    params: ById,
    body: schemas.Mute,
    reply: schemas.Mute,
    access: can.authenticated,
    row: 'project',
    summary: 'Keeps mail and push of one project away from oneself, or lets them come again.',
  },
} satisfies RouteDefinitions;
