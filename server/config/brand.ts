// What the environment says of the company: its name, where visitors write to, and its pages on two networks.

/** `nameIsFixed`: the name stands in the environment, and admins do not change it in the product. */
export type Brand = { name: string; email: string; linkedin: string; instagram: string; nameIsFixed?: boolean };

type Read = { text(name: string): string | null; link(name: string): string };

export function readBrand({ text, link }: Read): Brand {
  const name = text('BRAND_NAME');
  return {
    name: name ?? 'Topout',
    nameIsFixed: name !== null,
    email: text('BRAND_EMAIL') ?? 'hello@topout.example',
    linkedin: link('BRAND_LINKEDIN'),
    instagram: link('BRAND_INSTAGRAM'),
  };
}
