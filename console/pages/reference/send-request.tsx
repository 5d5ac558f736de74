/** Sends the request. Requests that are charged or change something need confirmation, with their price. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Send, Square } from '../../icons/icons.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { uiMessages } from '../../ui/messages.ts';
import type { Operation } from './document.ts';
import { Cost } from './cost.tsx';
import { jsonFault, findMissing, type FilledRequest } from './request.ts';
import { ResultView } from './result-view.tsx';
import { send, type Result } from './send.ts';
import { referenceMessages } from './messages.ts';

interface SendProps {
  readonly operation: Operation;
  readonly draft: FilledRequest;
  readonly token: Token | undefined;
}

export function SendRequest({ operation, draft, token }: SendProps) {
  const t = useMessages(referenceMessages);
  const [isRequested, setRequested] = useState(false);
  const { result, isSending, begin, stop } = useSendRequest({ operation, draft, token });
  const missing = findMissing(operation, draft);
  const fault = jsonFault(draft.body);
  const needsToken = operation.needs.endsWith('key');
  const cannot = missing !== undefined || fault !== undefined || (needsToken && !token);
  const isSerious = operation.isSpending || operation.isChanging;
  const go = () => {
    setRequested(false);
    begin();
  };
  return (
    <div className="grid gap-3">
      {isRequested ? (
        <Confirm {...{ operation, draft, token, go }} onCancel={() => setRequested(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {isSending ? (
            <Button icon={Square} onClick={stop}>
              {t.stop}
            </Button>
          ) : (
            <Button
              kind="primary"
              icon={Send}
              disabled={cannot}
              onClick={() => (isSerious ? setRequested(true) : go())}
            >
              {t.send}
            </Button>
          )}
          <span className="text-sm text-muted">
            {missing !== undefined
              ? t.missing(missing)
              : fault === undefined
                ? t[callerText(operation)]
                : t.notSentAsJson}
          </span>
        </div>
      )}
      {result && <ResultView result={result} />}
    </div>
  );
}

function callerText({ needs }: Operation): 'asYou' | 'noOne' | 'countsOn' {
  if (needs === 'session') return 'asYou';
  return needs === 'nothing' ? 'noOne' : 'countsOn';
}

/** One request at a time. Leaving the page aborts it. */
function useSendRequest({ operation, draft, token }: SendProps) {
  const client = useQueryClient();
  const [result, setResult] = useState<Result>();
  const [isSending, setSending] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const begin = () => {
    const controller = new AbortController();
    current.current = controller;
    setSending(true);
    setResult(undefined);
    void send({ operation, draft, token }, { signal: controller.signal, onResult: setResult }).finally(() => {
      setSending(false);
      // Other pages may show data that the request changed.
      if (operation.isChanging) void client.invalidateQueries();
    });
  };
  return { result, isSending, begin, stop: () => current.current?.abort() };
}

interface ConfirmProps extends SendProps {
  readonly go: () => void;
  readonly onCancel: () => void;
}

function Confirm({ operation, draft, token, go, onCancel }: ConfirmProps) {
  const t = useMessages(referenceMessages);
  const ui = useMessages(uiMessages);
  return (
    <div role="alert" className="grid gap-3 rounded-md border border-warn p-3">
      <p className="text-sm">{operation.isSpending ? t.spends : t.changes}</p>
      {operation.isSpending && <Cost {...{ operation, draft, token }} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={go}>
          {t.really}
        </Button>
        <Button autoFocus onClick={onCancel}>
          {ui.cancel}
        </Button>
      </div>
    </div>
  );
}
