// The four things that the product does for a client.
import { Columns2, Images, LockKeyhole, type LucideIcon, Orbit } from 'lucide-react';
import { createContext, type MouseEvent, type ReactNode, use } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import type { ButtonVariants } from '#web/ui/controls/button.tsx';
import { Button } from '#web/ui/controls/button.tsx';

// The buttons that open 'Request a Demo Tour', wherever they stand on the landing page.
type Ask = { open: () => void; preload: () => void };

export const DemoRequestContext = createContext<Ask>({ open: () => undefined, preload: () => undefined });

/** The form that a click submits while no script has come: it goes to the address in the footer. */
export const demoRequestForm = 'ask';

type AskButtonProps = ButtonVariants & { icon?: LucideIcon; className?: string; children: ReactNode };

export function DemoRequestButton(props: AskButtonProps) {
  const ask = use(DemoRequestContext);
  function open(event: MouseEvent) {
    event.preventDefault();
    ask.open();
  }
  return (
    <Button
      {...props}
      type="submit"
      form={demoRequestForm}
      aria-haspopup="dialog"
      onPointerEnter={ask.preload}
      onFocus={ask.preload}
      onClick={open}
    />
  );
}

type Feature = { icon: LucideIcon; title: string; text: string; featured?: true };

const features: Feature[] = [
  {
    icon: Images,
    title: 'Progress Photo Logging',
    text: 'Drone and indoor photos of every visit, by date, site and phase. Nothing is overwritten, nothing gets lost.',
  },
  {
    icon: Orbit,
    title: '360° Virtual Tours',
    text: 'Stand in the middle of the slab and look around: walk through the building from your desk.',
  },
  {
    icon: Columns2,
    title: 'Progress Comparison',
    text: 'Put two visits side by side, or drag a slider across them, and see at once what was done in between.',
    featured: true,
  },
  {
    icon: LockKeyhole,
    title: 'Private Role-Based Dashboards',
    text: 'Clients, photographers and admins each see what is theirs. Every session is approved before you see it.',
  },
];

export function Features() {
  return (
    <section id="features" className="border-line border-y bg-surface">
      <div className="page py-16 lg:py-24">
        <SectionHead title="Everything that happens on site, on record">
          For developers and owners who cannot stand at the fence every week.
        </SectionHead>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {features.map((feature) => (
            <li key={feature.title} className="min-w-0">
              <FeatureCard {...feature} />
            </li>
          ))}
        </ul>
        <div className="mt-10 flex justify-center">
          <DemoRequestButton size="lg">See a Sample Project</DemoRequestButton>
        </div>
      </div>
    </section>
  );
}

function FeatureCard({ icon: Icon, title, text, featured }: Feature) {
  return (
    <article
      className={classNames(
        'relative h-full rounded-card border p-5 sm:p-6',
        featured ? 'border-accent bg-accent-soft' : 'border-line bg-canvas',
      )}
    >
      <div className="flex items-start justify-between">
        <span className="grid size-11 place-items-center rounded-control bg-(image:--role-admin) text-white">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        {featured && (
          <span className="rounded-full bg-accent px-2.5 py-1 font-semibold text-white text-xs tracking-wide">
            FEATURED
          </span>
        )}
      </div>
      <h3 className="mt-5 font-semibold text-lg">{title}</h3>
      <p className={classNames('mt-2', featured ? 'text-ink' : 'text-muted')}>{text}</p>
    </article>
  );
}

// The head of a part of the landing page.
type SectionHeadProps = { title: string; children: string };

export function SectionHead({ title, children }: SectionHeadProps) {
  return (
    <div className="mx-auto mb-10 max-w-[42rem] text-center lg:mb-12">
      <h2 className="font-semibold text-[clamp(1.625rem,1.3rem+1.2vw,2.25rem)] leading-tight tracking-[-0.02em]">
        {title}
      </h2>
      <p className="mt-3 text-balance text-lg text-muted leading-7">{children}</p>
    </div>
  );
}
