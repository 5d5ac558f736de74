/** The page for an unknown URL. */
import { Link } from '@tanstack/react-router';
import owl from '../pictures/examples/owl.webp';
import { buttonClasses } from '../ui/button.tsx';
import { useTitle } from '../ui/page.tsx';
import { useMessages } from '../i18n/catalogue.ts';
import { shellMessages } from './messages.ts';

export function NoSuchPage() {
  const t = useMessages(shellMessages);
  useTitle(t.noSuchPage);
  return (
    <main className="mx-auto grid min-h-dvh max-w-140 content-center justify-items-center px-5 py-10 text-center">
      <img
        src={owl}
        alt=""
        width={560}
        height={373}
        className="aspect-3/2 w-full rounded-xl bg-raised object-cover"
      />
      <h1 className="mt-8 text-2xl font-semibold tracking-tight text-balance">{t.noSuchPage}</h1>
      <p className="mt-2 max-w-100 text-muted">{t.noSuchPageDescription}</p>
      <p className="mt-6 flex flex-wrap justify-center gap-2">
        <Link to="/image" className={buttonClasses('primary')}>
          {t.toStart}
        </Link>
        <Link to="/gallery" className={buttonClasses()}>
          {t.pages.gallery}
        </Link>
      </p>
    </main>
  );
}
