/** An address that leads nowhere, and a page that could not be loaded. */
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { buttonLook } from '../ui/button.tsx';
import { useTitle } from '../ui/page.tsx';
import { ErrorNote } from '../ui/states.tsx';
import { useWords } from '../words/words.ts';
import { shellWords } from './words.ts';

export function NoSuchPage() {
  const t = useWords(shellWords);
  useTitle(t.noSuchPage);
  return (
    <main className="mx-auto grid max-w-140 justify-items-center gap-5 px-4 py-24 text-center">
      <h1 className="text-lg font-semibold">{t.noSuchPage}</h1>
      <Link to="/image" className={buttonLook()}>
        {t.toStart}
      </Link>
    </main>
  );
}

/** After an update of the server the parts of an old page are gone: the new page has them. */
export function LoadFailed({ error }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-140 p-6">
      <ErrorNote error={error as Error} onRetry={() => location.reload()} />
    </div>
  );
}
