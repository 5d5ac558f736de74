import { Page } from '../../ui/page.tsx';

export function EnginesPage() {
  return <Page title="Engines">…</Page>;
}
