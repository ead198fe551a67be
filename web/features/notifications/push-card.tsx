// 'Push on this device' in the profile: turning it on, testing it, turning it off, and why it is unavailable.
import { BellOff, BellRing, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { pushState, subscribePush, testPush, unsubscribePush } from '#contract/notifications/endpoints.ts';
import '#web/media/frame/trusted-types.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import {
  clearDevice,
  holdsSubscription,
  type PushSupport,
  pushSupport,
  subscribeDevice,
} from '#web/lib/device/push-device.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

export function PushCard() {
  const [support] = useState(pushSupport);
  return (
    <section>
      <h3 className="font-medium">Push on this device</h3>
      <p className="mb-3 max-w-prose text-muted">
        Notifications reach you here even when no page is open. They name the session and the project, never people.
        Logging out turns push off.
      </p>
      {support === 'yes' ? <PushSwitch /> : <Unsupported why={support} />}
    </section>
  );
}

function Unsupported({ why }: { why: Exclude<PushSupport, 'yes'> }) {
  const { brand } = useSiteConfig();
  const sentences: Record<typeof why, string> = {
    insecure: 'Push needs an address that begins with https.',
    install: `On iPhones and iPads, push works only from the home screen: tap Share, then “Add to Home Screen”, and open ${brand.name} from there.`,
    none: 'This browser does not support push.',
  };
  return (
    <Notice tone="grey" icon={Smartphone}>
      {sentences[why]}
    </Notice>
  );
}

function PushSwitch() {
  const state = useApiQuery(pushState, {});
  const { isOn, refresh } = useHoldsSubscription();
  const [denied, setDenied] = useState(() => Notification.permission === 'denied');
  const { isTurning, turnOn, turnOff } = useTurning({
    publicKey: state.data?.publicKey,
    onChange: async () => {
      await state.refetch();
      await refresh();
    },
    onDenied: () => setDenied(Notification.permission === 'denied'),
  });
  if (denied) return <Denied />;
  if (state.error && !state.data) return <QueryErrorLine query={state} />;
  if (!state.data || isOn === undefined) return <Skeleton className="h-9 w-48" />;
  if (!(isOn && state.data.subscribed))
    return (
      <Row words="Off on this device">
        <Button icon={BellRing} pending={isTurning} pendingLabel="Turning on..." onClick={turnOn}>
          Turn on push
        </Button>
      </Row>
    );
  return (
    <Row words="On on this device">
      <TestButton onGone={() => void state.refetch()} />
      <Button icon={BellOff} pending={isTurning} pendingLabel="Turning off..." onClick={turnOff}>
        Turn off push
      </Button>
    </Row>
  );
}

function Row({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status">{words}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function Denied() {
  return (
    <Notice tone="yellow" icon={BellOff} role="status">
      Your browser blocks notifications from this site. Allow them in the settings for this site (the icon beside the
      address), then reload this page.
    </Notice>
  );
}

/** Undefined until the browser has said. */
function useHoldsSubscription() {
  const [isOn, setIsOn] = useState<boolean>();
  const refresh = () => holdsSubscription().then(setIsOn, () => setIsOn(false));
  useEffect(() => void holdsSubscription().then(setIsOn, () => setIsOn(false)), []);
  return { isOn, refresh };
}

type Turning = { publicKey: string | undefined; onChange: () => Promise<void>; onDenied: () => void };

function useTurning({ publicKey, onChange, onDenied }: Turning) {
  const [isTurning, setTurning] = useState(false);
  const subscribe = useMutation(subscribePush, {
    successToast: 'Push is on for this device',
    errorToast: { title: 'Push could not be turned on' },
  });
  const unsubscribe = useMutation(unsubscribePush, {
    successToast: 'Push is off for this device',
    errorToast: { title: 'Push could not be turned off' },
  });
  async function during(work: () => Promise<void>): Promise<void> {
    setTurning(true);
    await work();
    await onChange();
    setTurning(false);
  }
  async function turnOn(): Promise<void> {
    try {
      const subscription = await subscribeDevice(publicKey ?? '');
      if (subscription === null) onDenied();
      else if (!(await subscribe.run({ body: subscription }))) await clearDevice();
    } catch {
      toastFailure(
        'Push could not be turned on',
        'The push service of your browser could not be reached. Try again later.',
      );
    }
  }
  async function turnOff(): Promise<void> {
    if (await unsubscribe.run({})) await clearDevice();
  }
  return { isTurning, turnOn: () => void during(turnOn), turnOff: () => void during(turnOff) };
}

function TestButton({ onGone }: { onGone: () => void }) {
  const { run, isPending } = useMutation(testPush, {
    successToast: 'A test is on its way',
    errorToast: { title: 'The test could not be sent' },
    onError: () => {
      onGone();
      return false;
    },
  });
  return (
    <Button variant="ghost" pending={isPending} onClick={() => run({})}>
      Send a test
    </Button>
  );
}
