// Catches errors below it, so that no failure ends in a blank page.
import { RotateCw } from 'lucide-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { current } from '#contract/accounts/auth.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { callOrNull } from '#web/lib/api/http-client.ts';
import { Hydrated } from '#web/lib/device/hydrated.ts';
import { isLoadError, retryFailedLoads } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ErrorState } from '#web/ui/feedback/query-error.tsx';

type BoundaryProps = { children: ReactNode };
type BoundaryState = { error: unknown };

/** Give it a key, so that navigating elsewhere resets it. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('Something was thrown') };
  }

  /** A page that could not be loaded is tried again when the person comes back to it. */
  override componentWillUnmount() {
    retryFailedLoads();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        <Broken error={error} onRetry={() => this.retry()} />
        <Hydrated />
      </>
    );
  }

  private retry() {
    retryFailedLoads();
    this.setState({ error: undefined });
  }
}

type BrokenProps = { error: unknown; onRetry: () => void };

function Broken({ error, onRetry }: BrokenProps) {
  if (isLoadError(error)) return <Missing onRetry={onRetry} />;
  return <ErrorState title="This page broke" message="Try again; what you saved is safe." onRetry={onRetry} />;
}

/** Either the server is out of reach, or it has a newer version of the page: any request shows which. */
function Missing({ onRetry }: { onRetry: () => void }) {
  const [failure, setFailure] = useState<string | null>();
  useEffect(() => {
    callOrNull(current, {}).then(
      () => setFailure(null),
      (reason: unknown) => setFailure(messageOf(reason)),
    );
  }, []);
  if (failure === undefined) return null;
  if (failure !== null) return <ErrorState message={failure} onRetry={onRetry} />;
  return (
    <div>
      <ErrorState
        title="A new version is out"
        message="This page could not be loaded, most likely because a new version was installed while you were using it."
        className="pb-0"
      />
      <div className="flex justify-center gap-2 pt-5 pb-10">
        <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    </div>
  );
}
