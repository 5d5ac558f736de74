/** Starts the Console: theme, language, then the page of the URL. */
import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { openClient } from './data/query-client.ts';
import { openRouter } from './routes.tsx';
import { applyTheme } from './shell/theme.ts';
import { ignoreHeldPresses } from './ui/keys.ts';
import { surviveTranslation } from './ui/survive-translation.ts';
import { measureScrollbar } from './ui/dialogs/scroll-lock.ts';
import { fixBrowserLanguage, useChosenLanguage, useLanguage, applyLanguage } from './i18n/language.ts';

// The typeface's other characters, in small files: the browser loads those that a page's text needs.
void import('@fontsource-variable/noto-sans-sc/wght.css');

const client = openClient();
const router = openRouter(client);

fixBrowserLanguage();
applyTheme();
applyLanguage();
ignoreHeldPresses();
surviveTranslation();
measureScrollbar();

/** Changing the language remounts the page, so that all texts and formats are rendered again. */
function Console() {
  const chosenLanguage = useChosenLanguage();
  useRefetchInLanguage();
  return <RouterProvider router={router} key={chosenLanguage} />;
}

/** Texts from the server are fetched again in the new language. */
function useRefetchInLanguage() {
  const current = useLanguage();
  const fetchedIn = useRef(current);
  useEffect(() => {
    if (fetchedIn.current === current) return;
    fetchedIn.current = current;
    void client.invalidateQueries();
  }, [current]);
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
