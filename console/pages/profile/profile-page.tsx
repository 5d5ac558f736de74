import { Page } from '../../ui/page.tsx';

export function ProfilePage() {
  return <Page title="Profile">…</Page>;
}
