/** The terms or the privacy policy of the server, as the operator wrote it. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { callRoute } from '../../data/api.ts';
import { basePath } from '../../data/server-path.ts';
import { useAbout } from '../../data/session.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { BrandBar } from '../../shell/brand-bar.tsx';
import { useTitle } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { signInMessages } from './messages.ts';

export function LegalPage() {
  const t = useMessages(signInMessages);
  const { text: requestedText } = useParams({ strict: false }) as { readonly text?: string };
  const { site } = useAbout();
  const text = requestedText === 'privacy' ? 'privacy' : 'terms';
  const title = t[text];
  useTitle(title);
  const { data, error } = useQuery({
    queryKey: ['legal', text],
    queryFn: () => callRoute('GET /api/legal', { query: { text } }),
  });
  return (
    <div className="mx-auto grid min-h-dvh max-w-prose content-start gap-6 px-5 py-6">
      <BrandBar />
      <main className="grid gap-4">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <ErrorNote error={error} />
        {!data && !error && <SkeletonRows count={8} />}
        {data && <p className="whitespace-pre-line wrap-anywhere">{data.text ?? t.noText}</p>}
        {site.contact && <p className="text-sm text-muted wrap-anywhere">{t.contact(site.contact)}</p>}
      </main>
    </div>
  );
}

/** Links to the legal texts that the server has. */
export function LegalLinks() {
  const t = useMessages(signInMessages);
  const { site } = useAbout();
  if (!site.terms && !site.privacy && !site.contact) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {(['terms', 'privacy'] as const)
        .filter(text => site[text])
        .map(text => (
          <LegalLink key={text} text={text} label={t[text]} />
        ))}
      {site.contact && <span className="wrap-anywhere">{t.contact(site.contact)}</span>}
    </p>
  );
}

interface LegalLinkProps {
  readonly text: 'terms' | 'privacy';
  readonly label: string;
}

/** Opens in another tab, so that what was typed stays. */
export function LegalLink({ text, label }: LegalLinkProps) {
  return (
    <a href={`${basePath}/console/legal/${text}`} target="_blank" rel="noopener" className="text-accent">
      {label}
    </a>
  );
}
