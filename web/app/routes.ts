// The code of the pages in the table (contract/pages/pages.ts), each fetched when it is first needed.
import type { FunctionComponent } from 'react';
import { matchPage, type Page } from '#contract/pages/pages.ts';
import type { Role } from '#contract/policy.ts';
import { type LazyComponent, lazyComponent } from '#web/lib/page/lazy-component.tsx';

export type PageProps = { params: Record<string, string> };

const modules = import.meta.glob<Record<string, FunctionComponent<PageProps>>>([
  '../features/**/*-page.tsx',
  '../features/**/*-dashboard.tsx',
  '!../features/{accounts/login,landing}/**',
]);

const components: Record<string, LazyComponent<PageProps>> = Object.fromEntries(
  Object.entries(modules).map(([file, load]) => [file.replace('../', ''), lazyComponent(load, componentName(file))]),
);

/** `features/accounts/users/users-page.tsx` exports `UsersPage`. */
function componentName(file: string): string {
  const [name = ''] = file.split('/').at(-1)?.split('.') ?? [];
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Of a path that nobody serves: seldom seen. */
export const notFound = lazyComponent(() => import('./not-found.tsx'), 'NotFound');

export function pageComponent({ source }: Page): LazyComponent<PageProps> {
  const component = components[source];
  if (!component) throw new Error(`The table of pages names ${source}, which is not there`);
  return component;
}

/** Fetches the code of a path's page ahead of need, as when its link is hovered. */
export async function preloadPageCode(path: string, role: Role): Promise<void> {
  const page = matchPage(path, role)?.page;
  if (page) await pageComponent(page).preload();
}
