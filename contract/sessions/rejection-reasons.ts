// The calls of the company's reasons for sending sessions back; what they are stands in rejection.ts.

import { get, put } from '#contract/core/endpoint.ts';
import type { reasonRoutes as routes } from './rejection-routes.ts';

const topics = ['settings'] as const;

export const rejectionReasons = get<typeof routes.rejectionReasons>('/api/settings/rejection-reasons', { topics });

export const editRejectionReasons = put<typeof routes.editRejectionReasons>('/api/settings/rejection-reasons', {
  topics,
  idempotencyKey: true,
});
