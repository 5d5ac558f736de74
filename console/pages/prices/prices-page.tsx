import { Page } from '../../ui/page.tsx';

export function PricesPage() {
  return <Page title="Prices">…</Page>;
}
