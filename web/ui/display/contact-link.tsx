// The link that writes to an e-mail address or calls a telephone number.

/** Numbers are written in many ways; what is dialled is their digits. */
export function ContactLink({ to }: { to: string }) {
  const href = to.includes('@') ? `mailto:${to}` : `tel:${to.replace(/[^+\d]/g, '')}`;
  return (
    <a href={href} className="underline-offset-2 hover:underline">
      {to}
    </a>
  );
}
