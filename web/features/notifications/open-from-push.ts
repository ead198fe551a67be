// A click on a push leads on in a tab that is open already (web/public/service-worker.js).
import { navigate } from 'wouter/use-browser-location';

/** While somebody is logged in; answers how to stop. The answer over the port tells the worker that a tab has taken it. */
export function listenForOpened(): () => void {
  const worker = (navigator as Partial<Navigator>).serviceWorker;
  const onMessage = ({ data, ports }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open !== 'string') return;
    ports[0]?.postMessage(true);
    navigate(data.open);
  };
  worker?.addEventListener('message', onMessage);
  return () => worker?.removeEventListener('message', onMessage);
}
