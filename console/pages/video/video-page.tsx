import { Page } from '../../ui/page.tsx';

export function VideoPage() {
  return <Page title="Video">…</Page>;
}
