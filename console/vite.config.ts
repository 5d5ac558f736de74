/**
 * The build of the Console (src/app/start/built-console.ts), and its development server: `npm run console`.
 */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const kinora = 'http://localhost:4040';

/** The parts of these libraries that only single pages use are loaded with them. */
const libraries =
  /^(?!.*[\\/](queriesObserver|useBlocker|useQueries)\.js$).*node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|query-core|react-query))[\\/]/;

export const settings: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), tailwind()],
  worker: { format: 'es' },
  // The page names the path of the server, which is known when it is served. All other URLs are
  // relative to the page's own.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  // Inlined data URLs would violate the page's content security policy.
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // One file for the libraries of all pages: smaller than a dozen files, and cached
    // across updates of the Console.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'libraries', test: libraries }] } },
      treeshake: { moduleSideEffects: [{ test: /console[\\/]icons[\\/]/, sideEffects: false }] },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/mj', '/v1', '/media', '/openapi.json'].map(path => [path, kinora])),
  },
};

// oxlint-disable-next-line import/no-default-export -- Vite asks for it.
export default settings;
