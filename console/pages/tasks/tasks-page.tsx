import { Page } from '../../ui/page.tsx';

export function TasksPage() {
  return <Page title="Tasks">…</Page>;
}
