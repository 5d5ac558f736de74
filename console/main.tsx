/** Starts the Console: the theme, the language, then the page that the address names. */
import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { openClient } from './data/client.ts';
import { openRouter } from './routes.tsx';
import { wearTheme } from './shell/theme.ts';
import { ignoreHeldPresses } from './ui/keys.ts';
import { mendBrowserLanguage, useChosenLanguage, useLanguage, wearLanguage } from './words/language.ts';

const client = openClient();
const router = openRouter(client);

mendBrowserLanguage();
wearTheme();
wearLanguage();
ignoreHeldPresses();

/** Another language is another page altogether: formats and texts are all written anew. */
function Console() {
  const chosen = useChosenLanguage();
  useToldAnew();
  return <RouterProvider router={router} key={chosen} />;
}

/** What the server told in words is asked for again in the other language. */
function useToldAnew() {
  const spoken = useLanguage();
  const told = useRef(spoken);
  useEffect(() => {
    if (told.current === spoken) return;
    told.current = spoken;
    void client.invalidateQueries();
  }, [spoken]);
}

const root = document.getElementById('console');
if (!root) throw new Error('The page has no place for the Console');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Console />
    </QueryClientProvider>
  </StrictMode>,
);
