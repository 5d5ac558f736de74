import { Page } from '../../ui/page.tsx';

export function ModerationPage() {
  return <Page title="Moderation">…</Page>;
}
