import { Page } from '../../ui/page.tsx';

export function ModelPage() {
  return <Page title="Model">…</Page>;
}
