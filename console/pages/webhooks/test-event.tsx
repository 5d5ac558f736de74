/** One signed message to an address, and what its receiver answered. */
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, Send } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { run } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { formatCount } from '../../words/format.ts';
import { useHookAnswer, type HookAnswer } from '../../words/hook-answer.ts';
import { useWords } from '../../words/words.ts';
import { hookWords } from './words.ts';

interface Outcome extends HookAnswer {
  readonly took_ms: number;
}

export function TestEvent() {
  const t = useWords(hookWords);
  const [url, setUrl] = useState('');
  const test = useMutation({ mutationFn: () => run<Outcome>('webhook test', { url }) });
  // What the address before met is not said of this one.
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
      <p className="mb-3 text-sm text-muted">{t.testSays}</p>
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
          {t.testDo}
        </Button>
        <div role="status">{test.data && <Said outcome={test.data} url={url} />}</div>
        <ErrorNote error={test.error} />
      </form>
    </section>
  );
}

function Said({ outcome, url }: { readonly outcome: Outcome; readonly url: string }) {
  const t = useWords(hookWords);
  const { wasSent, why } = useHookAnswer();
  const { status } = outcome;
  const took = formatCount(outcome.took_ms);
  const reason = why(outcome, url) ?? '';
  const isGood = status !== null && status >= 200 && status < 300;
  const Icon = isGood ? CircleCheck : CircleX;
  const failed = () => (wasSent(outcome) ? t.testFailed(reason, took) : t.testNotSent(reason));
  const says = status === null ? failed() : isGood ? t.testOk(status, took) : t.testStatus(status, took);
  return (
    <p className="flex items-start gap-2 text-sm wrap-anywhere">
      <Icon size={16} aria-hidden className={isGood ? 'mt-0.5 text-ok' : 'mt-0.5 text-bad'} />
      {says}
    </p>
  );
}
