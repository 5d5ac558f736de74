/** The filled-in request: as code to copy, and to send to this server. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery, useUser } from '../../data/session.ts';
import { useToken, type TokenChoice } from '../../data/tokens/tokens.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { SelectField, TextArea, TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Operation, Parameter } from './document.ts';
import { exampleBodies } from './examples.ts';
import {
  jsonFault,
  parameterKey,
  writeSnippet,
  type FilledRequest,
  type SnippetLanguage,
} from './request.ts';
import { fillExample, readShape } from './schema.ts';
import { SendRequest } from './send-request.tsx';
import { referenceMessages } from './messages.ts';
import { basePath, serverAddress } from '../../data/server-path.ts';

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
] as const;

interface FormProps {
  readonly operation: Operation;
  readonly draft: FilledRequest;
  readonly onChange: (draft: FilledRequest) => void;
}

export function TryIt({ operation }: { readonly operation: Operation }) {
  const t = useMessages(referenceMessages);
  const { data: user } = useQuery(sessionQuery);
  const [draft, onChange] = useState<FilledRequest>(() => emptyRequest(operation));
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const Form = user ? SendingForm : SignedOutForm;
  const code = writeSnippet(language, { operation, draft, origin: serverAddress() });
  return (
    <div className="grid gap-4">
      <section className="grid gap-2">
        <h2 className="sr-only">{t.request}</h2>
        <SegmentedControl
          label={t.request}
          isQuiet
          value={language}
          segments={languages}
          onChange={setLanguage}
        />
        <CodeBlock label={t.request} code={code} language={language} />
      </section>
      <section className="card grid gap-4 p-4">
        <h2 className="text-lg font-semibold">{t.tryIt}</h2>
        {operation.isDoor ? (
          <p className="text-muted">{t.elsewhere}</p>
        ) : (
          <Form {...{ operation, draft, onChange }} />
        )}
      </section>
    </div>
  );
}

function SendingForm({ operation, draft, onChange }: FormProps) {
  const choice = useTokenFor(operation);
  return (
    <>
      {choice && <TokenField choice={choice} />}
      <Inputs {...{ operation, draft, onChange }} />
      <SendRequest operation={operation} draft={draft} token={choice?.token} />
    </>
  );
}

/** Fills in the code above, without a token to send it with. */
function SignedOutForm(props: FormProps) {
  const t = useMessages(referenceMessages);
  const { href } = useLocation();
  return (
    <>
      <Inputs {...props} />
      <p>
        <Link
          to="/sign-in"
          search={{ next: href.replace(`${basePath}/console`, '') }}
          className="text-accent underline"
        >
          {t.signInToSend}
        </Link>
      </p>
    </>
  );
}

function emptyRequest({ id, bodies }: Operation): FilledRequest {
  const schema = bodies['application/json'];
  if (!schema) return { values: {}, body: '' };
  return { values: {}, body: JSON.stringify(exampleBodies[id] ?? fillExample(schema), null, 2) };
}

/** Returns undefined if no token is required. */
function useTokenFor({ needs }: Operation): TokenChoice | undefined {
  const { account } = useUser();
  const choice = useToken(needs === 'video key' ? 'video' : 'image', account);
  return needs.endsWith('key') ? choice : undefined;
}

function TokenField({ choice: { token, tokens, isLoading, choose } }: { readonly choice: TokenChoice }) {
  const t = useMessages(referenceMessages);
  if (!token) return isLoading ? null : <p className="text-sm text-warn">{t.noToken}</p>;
  return (
    <SelectField
      label={t.token}
      value={token.id}
      choices={tokens.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }))}
      onChange={event => choose(event.target.value)}
    />
  );
}

function Inputs({ operation: { parameters }, draft, onChange }: FormProps) {
  const t = useMessages(referenceMessages);
  const fault = jsonFault(draft.body);
  const setValue = (parameter: Parameter, value: string) =>
    onChange({ ...draft, values: { ...draft.values, [parameterKey(parameter)]: value } });
  return (
    <>
      {parameters.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {parameters.map(parameter => (
            <ParameterInput
              key={parameterKey(parameter)}
              parameter={parameter}
              value={draft.values[parameterKey(parameter)] ?? ''}
              onChange={value => setValue(parameter, value)}
            />
          ))}
        </div>
      )}
      {draft.body !== '' && (
        <TextArea
          label={t.bodyJson}
          rows={Math.min(16, draft.body.split('\n').length + 1)}
          className="[&_textarea]:font-mono [&_textarea]:text-xs"
          spellCheck={false}
          value={draft.body}
          error={fault && t.notJson(fault)}
          onChange={event => onChange({ ...draft, body: event.target.value || '{}' })}
        />
      )}
    </>
  );
}

interface ParameterProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ParameterInput({ parameter: { name, required, schema }, value, onChange }: ParameterProps) {
  const { values, defaultValue } = readShape(schema);
  const label = (
    <>
      <code className="font-mono">{name}</code>
      {required && ' *'}
    </>
  );
  if (values.length > 0)
    return (
      <SelectField
        label={label}
        value={value}
        choices={['', ...values].map(one => ({ value: one, label: one }))}
        onChange={event => onChange(event.target.value)}
      />
    );
  return (
    <TextField
      label={label}
      value={value}
      placeholder={defaultValue}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange(event.target.value)}
    />
  );
}
