import { Page } from '../../ui/page.tsx';

export function PeoplePage() {
  return <Page title="People">…</Page>;
}
