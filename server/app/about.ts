// What programs read about the product: its calls, the name it is installed by, where to report a weakness, and whether it is well.
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Config } from '#server/config.ts';
import type { ReadBrand } from '#server/db/settings/brand.ts';
import { registerOpenApi } from '#server/http/calls/openapi.ts';
import { registerHealthRoutes } from '#server/http/health.ts';
import { registerWebManifest } from '#server/http/pages/web-manifest.ts';
import { registerSecurityTxt } from '#server/http/security/security-txt.ts';

type About = { config: Config; brand: ReadBrand } & Pick<
  Parameters<typeof registerHealthRoutes>[1],
  'ping' | 'sockets'
>;

export function registerAbout(app: FastifyInstance, { config, brand, ping, sockets }: About): void {
  const { metricsToken, publicUrl } = config;
  registerOpenApi(app, api, brand);
  registerWebManifest(app, brand);
  registerSecurityTxt(app, { contact: config.brand.email, publicUrl });
  registerHealthRoutes(app, { ping, sockets, metricsToken });
}
