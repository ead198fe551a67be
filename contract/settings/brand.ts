// The company's branding: name, colour, logo and postal address, as admins set them (behaviour §28).

import { del, get, post, put } from '#contract/core/endpoint.ts';
import type { brandRoutes as routes } from './brand-routes.ts';

export type { SavedBrand } from './brand-routes.ts';

/** Room in the sidebar, in titles and in the subject of a mail. */
export const maxBrandName = 60;
/** A postal address in a few lines. */
export const maxAddressLines = 6;
export const maxAddressLine = 80;

const topics = ['settings'] as const;

export const brand = get<typeof routes.brand>('/api/settings/brand', { topics });

export const editBrand = put<typeof routes.editBrand>('/api/settings/brand', { topics, idempotencyKey: true });

export const changeLogo = post<typeof routes.changeLogo>('/api/settings/brand/logo', { topics, idempotencyKey: false });

export const removeLogo = del<typeof routes.removeLogo>('/api/settings/brand/logo', { topics, idempotencyKey: false });

/** For everybody: it stands on the login page and on the pages of share links. */
export const brandLogo = get<typeof routes.brandLogo>('/api/brand/logo/:version');
