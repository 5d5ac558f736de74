import { Page } from '../../ui/page.tsx';

export function ImagePage() {
  return <Page title="Image">…</Page>;
}
