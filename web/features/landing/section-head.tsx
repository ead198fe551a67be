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
