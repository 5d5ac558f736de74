/** An address that leads nowhere, and a page that could not be loaded. */
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { buttonLook } from '../ui/button.tsx';
import { Empty, ErrorNote } from '../ui/states.tsx';
import { useWords } from '../words/words.ts';
import { shellWords } from './words.ts';

export function NoSuchPage() {
  const t = useWords(shellWords);
  return (
    <Empty title={t.noSuchPage}>
      <Link to="/image" className={buttonLook()}>
        {t.toStart}
      </Link>
    </Empty>
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
