// The landing page: what the company does and the way in. It reads and leads on before any script has come.

import { ArrowRight, Building2, CalendarCheck, Eye, LogIn, Mail, Plane, Play, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Logo } from '#web/ui/display/logo.tsx';
import { DemoRequestButton, DemoRequestContext, demoRequestForm, Features, SectionHead } from './features.tsx';
import { LandingBar } from './landing-bar.tsx';
import comparison from './pictures/comparison.webp';
import comparisonPhone from './pictures/comparison-phone.webp';
import sessions from './pictures/sessions.webp';
import sessionsPhone from './pictures/sessions-phone.webp';
import { Photo, ThenAndNow } from './then-and-now.tsx';

// 'See in Action': what a client sees after logging in.
const ratio = 1.6;

function SeeInAction() {
  return (
    <section aria-label="See in Action" className="page py-16 lg:py-24">
      <SectionHead title="See in Action">
        Every visit in its place, every change in plain sight. On a phone on site as well as on a screen abroad.
      </SectionHead>
      <div className="grid gap-8 lg:grid-cols-2">
        <Screen
          title="Progress Sessions Dashboard"
          text="All released visits of your projects, newest first: photos, tours, videos and maps one click away."
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

// The end of the landing page: the last invitation, and how to reach the company.
const link =
  'touch-target inline-flex items-center rounded-control text-muted underline-offset-4 hover:text-ink hover:underline';

export function Contact({ brand }: { brand: SiteConfig['brand'] }) {
  const { name, email, linkedin, instagram } = brand;
  const mail = `mailto:${email}`;
  const links = [
    ['LinkedIn', linkedin],
    ['Instagram', instagram],
    ['Terms of Use', `${mail}?subject=Terms%20of%20Use`],
    ['Privacy Policy', `${mail}?subject=Privacy%20Policy`],
  ] as const;
  return (
    <footer id="contact" className="border-line border-t bg-surface">
      <div className="page py-16 text-center lg:py-20">
        <h2 className="mx-auto max-w-[36rem] font-semibold text-[clamp(1.625rem,1.3rem+1.2vw,2.25rem)] leading-tight tracking-[-0.02em]">
          Be on site without being there
        </h2>
        <p className="mx-auto mt-3 max-w-[34rem] text-balance text-lg text-muted leading-7">
          Tell us about your project. We will contact you within 24 hours to show you around.
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <DemoRequestButton variant="primary" size="lg">
            Request a Demo Tour
          </DemoRequestButton>
          <LinkButton href="/login" reload size="lg">
            Client Login
          </LinkButton>
        </div>
        <p className="mt-6">
          <a href={mail} className={`${link} gap-2`}>
            <Mail aria-hidden="true" className="size-4" />
            {email}
          </a>
        </p>
      </div>
      <div className="border-line border-t">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
          <Logo name={name} />
          <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
            {links.map(([label, href]) => (
              <li key={label}>
                <a href={href} rel="noopener" className={link}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

// The first view: what the product is, the two ways in, and one site then and now with a divider to drag.
function Hero({ name }: { name: string }) {
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

const DemoDialog = lazyDialog(() => import('./demo-dialog.tsx'), 'DemoDialog');

export function LandingPage({ site: { brand } }: { site: SiteConfig }) {
  const [asking, setAsking] = useState(false);
  const [index, setNth] = useState(0);
  const ask = {
    open() {
      setNth((count) => count + 1);
      setAsking(true);
    },
    preload: DemoDialog.preload,
  };
  return (
    <DemoRequestContext value={ask}>
      <title>{`${brand.name} · Construction progress monitoring`}</title>
      {/* Without script the buttons of the dialog lead to where the address stands. */}
      <form id={demoRequestForm} action="/#contact" hidden />
      <LandingBar name={brand.name} />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero name={brand.name} />
        <SeeInAction />
        <Features />
        <HowItWorks name={brand.name} />
      </main>
      <Contact brand={brand} />
      <DemoDialog key={index} open={asking} onOpenChange={setAsking} />
    </DemoRequestContext>
  );
}

// The three steps from the fence to the dashboard (behaviour §10.7).
function HowItWorks({ name }: { name: string }) {
  const steps = [
    {
      icon: Plane,
      title: 'We fly and capture',
      text: `${name}’s crew visits your site with drones and 360° cameras, on the days you agree on.`,
    },
    {
      icon: LogIn,
      title: 'You log in',
      text: 'Your private dashboard holds your projects and sites. A person has checked every visit before it appears.',
    },
    {
      icon: Eye,
      title: 'You monitor and compare',
      text: 'Follow progress visit by visit, compare two of them, and raise a concern where something looks wrong.',
    },
  ];
  return (
    <section id="how-it-works" className="page py-16 lg:py-24">
      <SectionHead title="How It Works">Three steps, and the site is on your screen.</SectionHead>
      <ol className="grid gap-8 md:grid-cols-3 md:gap-6">
        {steps.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="relative flex gap-4 md:flex-col md:items-center md:text-center">
            <span className="relative grid size-14 shrink-0 place-items-center rounded-full border border-line bg-surface text-accent-ink shadow-card">
              <Icon aria-hidden="true" className="size-6" />
              <span className="absolute -top-1 -right-1 grid size-6 place-items-center rounded-full bg-accent font-semibold text-white text-xs">
                {index + 1}
              </span>
            </span>
            <div>
              <h3 className="font-semibold text-lg">{title}</h3>
              <p className="mt-1.5 max-w-[22rem] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
