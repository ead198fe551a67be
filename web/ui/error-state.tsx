// What went wrong, in plain words, and a way to retry.
import { RotateCw, TriangleAlert } from 'lucide-react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from './button.tsx';

type ErrorStateProps = {
  title?: string | undefined;
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
};

export function ErrorState({ title, message, onRetry, retrying, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('flex flex-col items-center px-4 py-10 text-center', className)}>
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-red-soft text-red-ink">
        <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="size-6" />
      </span>
      {title && <p className="text-balance font-semibold text-lg">{title}</p>}
      <p className="mt-1 max-w-[32rem] text-balance text-muted">{message}</p>
      {onRetry && (
        <Button
          icon={RotateCw}
          pending={retrying ?? false}
          pendingLabel="Retrying..."
          onClick={onRetry}
          className="mt-5"
        >
          Retry
        </Button>
      )}
    </div>
  );
}
