// Catches what breaks below it, so that no failure ends in a blank page.
import { RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { isMissingCode, tryMissingAgain } from './code.ts';

type BoundaryProps = { children: ReactNode };
type BoundaryState = { error: unknown };

/** Give it a key, so that going elsewhere starts anew. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('Something was thrown') };
  }

  /** Who comes back to a page that could not be loaded finds it tried anew. */
  override componentWillUnmount() {
    tryMissingAgain();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Broken error={error} onRetry={() => this.retry()} />;
  }

  private retry() {
    tryMissingAgain();
    this.setState({ error: undefined });
  }
}

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isMissingCode(error)) {
    return <Failure title="This page broke" message="Try again; what you saved is safe." onRetry={onRetry} />;
  }
  if (!navigator.onLine) {
    return <Failure message="There is no connection. Check your signal and try again." onRetry={onRetry} />;
  }
  return (
    <div>
      <Failure
        title="A new version is out"
        message="This page could not be loaded, most likely because the product was renewed while you used it."
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
