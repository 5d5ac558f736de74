/** Sends a signed test event to a URL and shows the receiver's response. */
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { CircleCheck, CircleX, Send } from '../../icons/icons.ts';
import { callProcedure } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useHookAnswer, type HookAnswer } from '../../i18n/webhook-response.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { webhookMessages } from './messages.ts';

interface Outcome extends HookAnswer {
  readonly took_ms: number;
}

export function TestEvent() {
  const t = useMessages(webhookMessages);
  const [url, setUrl] = useState('');
  const test = useMutation({ mutationFn: () => callProcedure('webhook test', { url }) });
  // The result of the previous URL does not apply to a new one.
  const change = (to: string) => {
    setUrl(to);
    test.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <section className="card p-4">
      <h2 className="text-lg font-semibold">{t.test}</h2>
      <p className="mb-3 text-sm text-muted">{t.testDescription}</p>
      <form onSubmit={submit} className="grid gap-3">
        <TextField
          label={t.testUrl}
          type="url"
          required
          placeholder="https://example.com/hooks"
          value={url}
          onChange={event => change(event.target.value)}
        />
        <Button type="submit" icon={Send} busy={test.isPending} className="justify-self-start">
          {t.testButton}
        </Button>
        <div role="status">{test.data && <TestResult outcome={test.data} url={url} />}</div>
        <ErrorNote error={test.error} />
      </form>
    </section>
  );
}

function TestResult({ outcome, url }: { readonly outcome: Outcome; readonly url: string }) {
  const t = useMessages(webhookMessages);
  const { wasSent, why } = useHookAnswer();
  const { status } = outcome;
  const took = formatCount(outcome.took_ms);
  const reason = why(outcome, url) ?? '';
  const isGood = status !== null && status >= 200 && status < 300;
  const Icon = isGood ? CircleCheck : CircleX;
  const failed = () => (wasSent(outcome) ? t.testFailed(reason, took) : t.testNotSent(reason));
  const message = status === null ? failed() : isGood ? t.testOk(status, took) : t.testStatus(status, took);
  return (
    <p className="flex items-start gap-2 text-sm wrap-anywhere">
      <Icon size={16} aria-hidden className={isGood ? 'mt-0.5 text-ok' : 'mt-0.5 text-bad'} />
      {message}
    </p>
  );
}
