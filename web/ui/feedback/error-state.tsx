// What went wrong, in plain words, and a way to retry.
import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from './empty-state.tsx';

type ErrorStateProps = {
  title?: string | undefined;
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
};

export function ErrorState({ title, message, onRetry, retrying, className }: ErrorStateProps) {
  const retry = onRetry && (
    <Button icon={RotateCw} pending={retrying ?? false} pendingLabel="Retrying..." onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <EmptyState alert icon={TriangleAlert} title={title} action={retry} className={className}>
      {message}
    </EmptyState>
  );
}
