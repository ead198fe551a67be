// The code of the pages.
import { expect, it } from 'vitest';
import { pages } from '#contract/pages/pages.ts';
import { pageComponent } from './routes.ts';

it.each(pages)('the page $name has its component in $source', async (page) => {
  const component = pageComponent(page);
  await component.preload();
  expect(component.use()).toEqual(expect.any(Function));
});
