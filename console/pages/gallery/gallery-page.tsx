import { Page } from '../../ui/page.tsx';

export function GalleryPage() {
  return <Page title="Gallery">…</Page>;
}
