// The landing page: what the company does and the way in. It reads and leads on before any script has come.
import { useState } from 'react';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Contact } from './contact.tsx';
import { DemoRequestContext, demoRequestForm } from './demo-request-button.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingBar } from './landing-bar.tsx';
import { SeeInAction } from './see-in-action.tsx';

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
