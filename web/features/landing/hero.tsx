// The first view: what it is, the two ways in, and one site then and now to draw the line across.
import { ArrowRight, Building2, CalendarCheck, Play, ShieldCheck } from 'lucide-react';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { DemoRequestButton } from './demo-request-button.tsx';
import { ThenAndNow } from './then-and-now.tsx';

export function Hero({ name }: { name: string }) {
  return (
    <section id="home" className="overflow-hidden border-line border-b bg-surface">
      <div className="page grid items-center gap-x-14 gap-y-10 pt-10 pb-12 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:py-20">
        <div>
          <p className="font-medium text-accent-ink">Construction progress monitoring</p>
          <h1 className="mt-3 font-semibold text-[clamp(2.125rem,1.3rem+3.2vw,3.5rem)] leading-[1.08] tracking-[-0.025em]">
            See your building rise, wherever you are
          </h1>
          <p className="mt-5 max-w-[34rem] text-[1.0625rem] text-muted leading-7 sm:text-[1.125rem]">
            {name} flies over your site, walks through it and films it, visit after visit. You see drone photos, 360°
            tours, videos and maps in a private dashboard, checked by a person before you do.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
            <LinkButton href="/login" reload variant="primary" size="lg">
              Log In to Your Dashboard
              <ArrowRight aria-hidden="true" className="size-4" />
            </LinkButton>
            <DemoRequestButton size="lg" icon={Play}>
              See a Sample Project
            </DemoRequestButton>
          </div>
          <TrustStrip />
        </div>
        <ThenAndNow />
      </div>
    </section>
  );
}

const reasons = [
  [Building2, 'Trusted by construction firms in Nigeria'],
  [CalendarCheck, 'Monitoring since 2024'],
  [ShieldCheck, 'Private dashboards for every client'],
] as const;

function TrustStrip() {
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
