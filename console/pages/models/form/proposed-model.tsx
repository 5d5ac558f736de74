/** The form for a new model, filled in with the data that an engine has about one of its models. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callProcedure } from '../../../data/api.ts';
import { instanceQuery, kindsQuery } from '../../../data/operators/engine-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { ErrorNote, Skeleton } from '../../../ui/page-states.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { UpstreamField } from '../routes/upstream-field.tsx';
import { proposalToDraft } from './model-draft.ts';
import { NewModelForm, type NewModelProps } from './model-form.tsx';

interface ProposedNameProps {
  readonly engine: string;
  readonly onChosen: (upstream: string) => void;
  readonly onClose: () => void;
}

interface ProposedModelProps extends Pick<NewModelProps, 'onSaved' | 'onClose'> {
  readonly engine: string;
  readonly upstream: string;
}

/** Asks for the name of the model first, because the engine may not list its models. */
export function ProposedName({ engine, onChosen, onClose }: ProposedNameProps) {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  const [upstream, setUpstream] = useState('');
  return (
    <Page title={t.add} intro={t.addFromEngine(engine)}>
      <form
        className="grid max-w-160 gap-4"
        onSubmit={event => {
          event.preventDefault();
          if (upstream.trim() !== '') onChosen(upstream.trim());
        }}
      >
        <UpstreamField engine={engine} model="" value={upstream} error={undefined} onChange={setUpstream} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" kind="primary" disabled={upstream.trim() === ''}>
            {t.continue}
          </Button>
        </div>
      </form>
    </Page>
  );
}

export function ProposedModel({ engine, upstream, ...handlers }: ProposedModelProps) {
  const t = useMessages(manageMessages);
  const { data, error } = useQuery({
    queryKey: ['proposal', engine, upstream],
    queryFn: () => callProcedure('engine propose', { engine, upstream }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { data: kinds } = useQuery(kindsQuery);
  const { data: instance } = useQuery(instanceQuery(engine));
  const kind = kinds?.find(one => one.kind === instance?.kind);
  const draft = data && proposalToDraft(data);
  // Providers that require a secret charge for a test.
  if (draft && kind)
    return (
      <NewModelForm
        proposed={{ draft, notes: data.notes, engine, upstream, isTested: kind.secret !== 'required' }}
        {...handlers}
      />
    );
  return (
    <Page title={t.add} intro={t.addProposed(upstream, engine)}>
      {(!data || draft) && !error && <Skeleton className="h-100" />}
      <ErrorNote error={error} />
      {data && !data.ok && (
        <div role="status" className="grid justify-items-start gap-3">
          <p className="text-bad">{data.message}</p>
          <Button onClick={handlers.onClose}>{t.back}</Button>
        </div>
      )}
    </Page>
  );
}
