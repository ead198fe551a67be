// 'See in Action': what a client sees after logging in.
import { DemoRequestButton } from './demo-request-button.tsx';
import { Photo } from './photo.tsx';
import comparison from './pictures/comparison.webp';
import comparisonPhone from './pictures/comparison-phone.webp';
import sessions from './pictures/sessions.webp';
import sessionsPhone from './pictures/sessions-phone.webp';
import { SectionHead } from './section-head.tsx';

const ratio = 1.6;

export function SeeInAction() {
  return (
    <section aria-label="See in Action" className="page py-16 lg:py-24">
      <SectionHead title="See in Action">
        Every visit in its place, every change in plain sight. On a phone on site as well as on a screen abroad.
      </SectionHead>
      <div className="grid gap-8 lg:grid-cols-2">
        <Screen
          title="Progress Sessions Dashboard"
          text="All released visits of your projects, newest first: photos, tours, films and maps one click away."
          alt="A client’s visits as cards with picture, date, site, phase and notes"
          files={[sessionsPhone, sessions]}
        />
        <Screen
          title="Visual Comparison Tool"
          text="Two visits from the same point of view, side by side or under one slider, so that progress needs no explaining."
          alt="One photo of two visits under a slider: the pegged-out ground on the left, the building under its roof on the right"
          files={[comparisonPhone, comparison]}
        />
      </div>
      <div className="mt-10 flex justify-center">
        <DemoRequestButton variant="primary" size="lg">
          Request a Demo Tour
        </DemoRequestButton>
      </div>
    </section>
  );
}

type ScreenProps = { title: string; text: string; alt: string; files: [phone: string, whole: string] };

function Screen({ title, text, alt, files: [phone, whole] }: ScreenProps) {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-raised">
        <div aria-hidden="true" className="flex h-8 items-center gap-1.5 border-line border-b px-3">
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
        </div>
        <Photo alt={alt} phone={phone} whole={whole} ratio={ratio} className="block h-auto w-full bg-sunken" />
      </div>
      <figcaption className="mt-4">
        <h3 className="font-semibold text-lg">{title}</h3>
        <p className="mt-1 text-muted">{text}</p>
      </figcaption>
    </figure>
  );
}
