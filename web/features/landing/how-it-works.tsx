// The three steps from the fence to the dashboard (behaviour §10.7).
import { Eye, LogIn, Plane } from 'lucide-react';
import { SectionHead } from './section-head.tsx';

export function HowItWorks({ name }: { name: string }) {
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
