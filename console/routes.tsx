/** The routes of the Console. Each page is loaded on navigation. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './data/address.ts';
import { PageNotLoaded } from './data/refetch-when-back.ts';
import { aboutQuery, sessionQuery } from './data/session.ts';
import { NoSuchPage } from './shell/lazy-no-such-page.tsx';
import { LoadFailed } from './shell/load-failed.tsx';
import { OpenShell } from './shell/open-shell.tsx';
import { language } from './i18n/language.ts';
import { basePath } from './data/server-path.ts';

interface Context {
  readonly client: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NoSuchPage,
  errorComponent: LoadFailed,
  beforeLoad: ({ context: { client } }) =>
    Promise.all([client.ensureQueryData(aboutQuery), client.ensureQueryData(sessionQuery)]),
});

interface RouteEntry {
  readonly context: Context;
  readonly location: { readonly href: string; readonly pathname: string };
}

/** Pages that everybody may see if models are public. */
const isOpenPage = /^(.*\/console)?\/(models|plans|reference)(\/|$)/;

async function requireSession({ context: { client }, location }: RouteEntry): Promise<void> {
  if (await client.ensureQueryData(sessionQuery)) return;
  if (isOpenPage.test(location.pathname) && (await client.ensureQueryData(aboutQuery)).public_models) return;
  const nextPath = location.href.replace(`${basePath}/console`, '');
  throw redirect({ to: '/sign-in', search: nextPath === '/' ? {} : { next: nextPath } });
}

/** Pages inside the shell. */
const shellRoute = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: OpenShell,
  beforeLoad: requireSession,
});

/** The router would reload the page immediately, while the server is still unreachable. */
function throwLoadError(cause: unknown): never {
  throw new PageNotLoaded(notLoaded[language()], { cause });
}

const notLoaded = {
  en: 'This page could not be loaded. It is loaded as soon as the server answers.',
  zh: '无法加载此页面。服务器恢复响应后将自动加载。',
};

type Load = () => Promise<Record<string, unknown>>;

function page(path: string, load: Load, name: string) {
  return createRoute({ getParentRoute: () => shellRoute, ...lazyRouteOptions(path, load, name) });
}

function lazyRouteOptions(path: string, load: Load, name: string) {
  return {
    path,
    component: lazyRouteComponent(() => load().catch(throwLoadError), name),
    // Rendered inside the shell, so that navigation stays available.
    errorComponent: LoadFailed,
  };
}

function beforeSignIn(
  path: string,
  name: 'ForgotPage' | 'JoinPage' | 'LegalPage' | 'SignInPage' | 'SignUpPage',
) {
  const component = lazyRouteComponent(() => import('./pages/sign-in/sign-in-pages.tsx'), name);
  return createRoute({ getParentRoute: () => root, path, component });
}

/** The question of a program that asks for a token, without the shell around it. */
const consent = createRoute({
  getParentRoute: () => root,
  beforeLoad: requireSession,
  ...lazyRouteOptions('/authorize', () => import('./pages/consent/consent-page.tsx'), 'ConsentPage'),
});

const pages = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/image' });
    },
  }),
  page('/welcome', () => import('./pages/welcome/welcome-page.tsx'), 'WelcomePage'),
  // Create
  page('/image', () => import('./pages/image/image-page.tsx'), 'ImagePage'),
  page('/video', () => import('./pages/video/video-page.tsx'), 'VideoPage'),
  page('/gallery', () => import('./pages/gallery/gallery-page.tsx'), 'GalleryPage'),
  page('/task/$id', () => import('./pages/tasks/task-page.tsx'), 'TaskPage'),
  // Build
  page('/models', () => import('./pages/models/models-page.tsx'), 'ModelsPage'),
  page('/models/$id', () => import('./pages/models/model-page.tsx'), 'ModelPage'),
  page('/plans', () => import('./pages/plans/plans-page.tsx'), 'PlansPage'),
  page('/compare', () => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
  page('/reference', () => import('./pages/reference/reference-page.tsx'), 'ReferencePage'),
  page('/tokens', () => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
  page('/connect', () => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
  page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  // Account
  page('/tasks', () => import('./pages/tasks/tasks-page.tsx'), 'TasksPage'),
  page('/usage', () => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
  page('/ledger', () => import('./pages/ledger/ledger-page.tsx'), 'LedgerPage'),
  page('/people', () => import('./pages/people/people-page.tsx'), 'PeoplePage'),
  page('/profile', () => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
  // Operate
  page('/overview', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  page('/engines', () => import('./pages/engines/engines-page.tsx'), 'EnginesPage'),
  page('/local', () => import('./pages/local/local-page.tsx'), 'LocalPage'),
  page('/workflows', () => import('./pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  page('/aliases', () => import('./pages/aliases/aliases-page.tsx'), 'AliasesPage'),
  page('/prices', () => import('./pages/prices/prices-page.tsx'), 'PricesPage'),
  page('/groups', () => import('./pages/groups/groups-page.tsx'), 'GroupsPage'),
  page('/accounts', () => import('./pages/accounts/accounts-page.tsx'), 'AccountsPage'),
  page('/moderation', () => import('./pages/moderation/moderation-page.tsx'), 'ModerationPage'),
  page('/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  page('/settings', () => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
];

export function openRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      beforeSignIn('/sign-in', 'SignInPage'),
      beforeSignIn('/join', 'JoinPage'),
      beforeSignIn('/sign-up', 'SignUpPage'),
      beforeSignIn('/forgot', 'ForgotPage'),
      beforeSignIn('/legal/$text', 'LegalPage'),
      consent,
      shellRoute.addChildren(pages),
    ]),
    basepath: `${basePath}/console`,
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}
