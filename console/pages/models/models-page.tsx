import { Page } from '../../ui/page.tsx';

export function ModelsPage() {
  return <Page title="Models">…</Page>;
}
