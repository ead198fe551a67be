// The routes of the company's name, colour, logo and address.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/brand.ts';

const access = can.manageSettings;

export const brandRoutes = {
  brand: {
    reply: schemas.SavedBrand,
    access,
    summary: 'Name, colour, logo and address of the company, and which of them stand in the environment.',
  },
  editBrand: {
    body: schemas.BrandEdit,
    reply: schemas.SavedBrand,
    access,
    summary: 'Changes name, colour and address, everywhere at once.',
  },
  changeLogo: {
    body: schemas.Logo,
    reply: schemas.SavedBrand,
    access,
    summary: 'Keeps a logo: decoded, turned upright, stripped and re-encoded.',
    bodyLimit: 8 * 1024 * 1024,
    counts: 'upload',
  },
  removeLogo: {
    reply: schemas.SavedBrand,
    access,
    summary: 'Takes the logo away: the mark of the product stands there again.',
  },
  brandLogo: {
    params: schemas.LogoVersion,
    reply: 'image/webp',
    access: 'anyone',
    summary: 'The logo, under an address that changes with it.',
  },
} satisfies RouteDefinitions;
