import { Page } from '../../ui/page.tsx';

export function WelcomePage() {
  return <Page title="Welcome">…</Page>;
}
