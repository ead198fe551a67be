// Why to trust the company (behaviour §10.7).
import { Building2, CalendarCheck, ShieldCheck } from 'lucide-react';

const reasons = [
  [Building2, 'Trusted by construction firms in Nigeria'],
  [CalendarCheck, 'Monitoring since 2024'],
  [ShieldCheck, 'Private dashboards for every client'],
] as const;

export function TrustStrip() {
  return (
    <ul className="mt-9 flex flex-wrap gap-x-6 gap-y-2.5 border-line border-t pt-6 text-muted max-sm:flex-col">
      {reasons.map(([Icon, text]) => (
        <li key={text} className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-teal" />
          {text}
        </li>
      ))}
    </ul>
  );
}
