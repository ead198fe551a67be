// This device and push: what its browser can do, subscribing it, and ending that.
import { type NewPushSubscription, serviceWorkerPath } from '#contract/notifications/endpoints.ts';

/** Why a browser receives no push: `install` on iPhones and iPads, where only what is on the home screen does. */
export type PushSupport = 'yes' | 'insecure' | 'install' | 'none';

/** An iPad calls itself a Mac. */
function isApplePhone({ userAgent, platform, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return isApplePhone(navigator) ? 'install' : 'none';
}

async function presentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Whether the browser itself still holds a subscription that it may show notices of. */
export async function holdsSubscription(): Promise<boolean> {
  return Notification.permission === 'granted' && (await presentSubscription().catch(() => null)) !== null;
}

/**
 * Asks the person, where the browser has no answer yet, and the push service of the browser. A former subscription ends: it may be of
 * another person, or of another key. Null where the person or the browser refuses.
 */
export async function subscribeDevice(publicKey: string): Promise<NewPushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(serviceWorkerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return subscription.toJSON() as NewPushSubscription;
}

/** The browser forgets its subscription, and shown notices are closed, so that the next person reads none of them. */
export async function clearDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  await (await presentSubscription().catch(() => null))?.unsubscribe();
}
