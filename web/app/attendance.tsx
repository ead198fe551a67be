// What attends to pointer and focus on every page, once the first is drawn.
import { TooltipLayer } from '#web/ui/tooltip.tsx';
import { useKeepFocus } from './use-keep-focus.ts';

export function Attendance() {
  useKeepFocus();
  return <TooltipLayer />;
}
