import { Page } from '../../ui/page.tsx';

export function WebhooksPage() {
  return <Page title="Webhooks">…</Page>;
}
