// Sends what waits in the queue of push.
import type { PushPayload } from '#contract/notifications/push.ts';
import { pushOfBundle } from '#server/features/notifications/bundle.ts';
import type { Delivery, DeliverySender } from '#server/features/notifications/deliveries/lane.ts';
import type { LeavingDependencies } from '#server/features/notifications/leaving.ts';
import { readDevice, removeDevice } from './devices.ts';
import { pushOfNotice } from './payload.ts';
import type { PushSender } from './send-push.ts';

function messageOf(deps: LeavingDependencies, delivery: Delivery): Promise<PushPayload | null> | null {
  if (delivery.isBundle) return pushOfBundle(deps, delivery);
  return delivery.notificationId === null ? null : pushOfNotice(deps, delivery.notificationId);
}

/** A device that is gone, or another person's by now, and a notice that was read already are sent nothing. */
export function createPushDeliverySender({
  db,
  fileIds,
  send,
}: LeavingDependencies & { send: PushSender }): DeliverySender {
  return async (delivery) => {
    const { payload, userId } = delivery;
    const device = await readDevice(db, (payload as { deviceId: number }).deviceId);
    if (!device || device.userId !== userId) return { dropped: 'The device receives no push any more.' };
    const message = await messageOf({ db, fileIds }, delivery);
    if (message === null) return { dropped: 'The notice was read before.' };
    const result = await send(device, message);
    if (result === 'failed') throw new Error(`${new URL(device.endpoint).hostname} did not take a push.`);
    if (result === 'sent') return 'sent';
    await removeDevice(db, device);
    return { dropped: 'The push service knows the device no more.' };
  };
}
