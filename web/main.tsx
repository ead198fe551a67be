// The start of the browser's part: the first page's code and the question who is logged in leave before anything is drawn.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hurry } from './app/entrance.ts';
import { Root } from './app/root.tsx';
import { applyTheme } from './lib/theme.ts';

applyTheme();
hurry(location.pathname);
const place = document.getElementById('root');
if (!place) throw new Error('The page has no element #root');
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
