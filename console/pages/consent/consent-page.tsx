/**
 * A program asks for a token: the user sees which program asks and where the response goes, chooses the
 * limits, and allows or denies it.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddress, type Search } from '../../data/address.ts';
import { callRoute } from '../../data/api.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { ConsentForm } from './consent-form.tsx';
import { Frame } from './frame.tsx';
import { consentMessages } from './messages.ts';
import { Program } from './program.tsx';

export function ConsentPage() {
  const t = useMessages(consentMessages);
  const [request] = useAddress<Search>();
  const [isDone, setDone] = useState(false);
  const { data: question, error } = useQuery({
    queryKey: ['authorization request', request],
    queryFn: () => callRoute('GET /api/oauth.request', { query: request }),
    staleTime: Infinity,
    retry: false,
  });
  if (!question)
    return (
      <Frame title={error ? t.cannot : t.loadingTitle}>
        {error ? <ErrorNote error={error} /> : <SkeletonRows count={5} />}
      </Frame>
    );
  const { name } = question.client;
  if (isDone)
    return (
      <Frame title={t.doneTitle} intro={t.done(name)}>
        <div>
          <Link to="/tokens" className={buttonClasses()}>
            {t.toTokens}
          </Link>
        </div>
      </Frame>
    );
  if (question.problem !== null)
    return (
      <Frame title={t.cannot} intro={t.intro(name)}>
        <ErrorNote error={new Error(question.problem)} />
        <Program question={question} />
        <div>
          <a className={buttonClasses()} href={question.refusal}>
            {t.back}
          </a>
        </div>
      </Frame>
    );
  return (
    <Frame title={t.title(name)} intro={t.intro(name)}>
      <Program question={question} />
      <ConsentForm question={question} request={request} onDone={() => setDone(true)} />
    </Frame>
  );
}
