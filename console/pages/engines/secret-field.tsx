/** The secret of an engine. A stored secret is never shown, but it can be replaced or removed. */
import { useState } from 'react';
import { KeyRound } from '../../icons/icons.ts';
import type { Instance, Kind } from '../../data/operators/engine-queries.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';

interface SecretFieldProps {
  readonly kind: Kind;
  /** The description of the stored secret. Null if none is stored. */
  readonly stored: Instance['secret'];
  /** The value of `secret` in EngineDraft. */
  readonly secret: string | null;
  /** The URL leads to another server, for which the stored one must not be used. */
  readonly isMoved: boolean;
  /** The field is open from the start. */
  readonly isRequested: boolean;
  readonly error: string | undefined;
  readonly onChange: (secret: string | null) => void;
}

export function SecretField({
  kind,
  stored,
  secret,
  isMoved,
  isRequested,
  error,
  onChange,
}: SecretFieldProps) {
  const t = useMessages(configureMessages);
  const [isReplacing, setReplacing] = useState(isRequested);
  if (stored && !isReplacing && !isMoved && !error)
    return (
      <div>
        <h3 className="mb-1 text-sm font-medium">{t.secret}</h3>
        <div className="flex min-h-9 flex-wrap items-center gap-2">
          <span className="inline-flex min-w-0 flex-1 items-center gap-2">
            <KeyRound size={16} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">
              {secret === null ? t.secretRemoved : <StoredSecret stored={stored} />}
            </span>
          </span>
          {secret === null ? (
            <Button size="s" onClick={() => onChange('')}>
              {t.keep}
            </Button>
          ) : (
            <>
              <Button size="s" onClick={() => setReplacing(true)}>
                {t.replace}
              </Button>
              {kind.secret === 'optional' && (
                <Button size="s" kind="danger" onClick={() => onChange(null)}>
                  {t.remove}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    );
  const hint = stored && isMoved ? `${t.secretRemovedByUrl} ${t.secretHint}` : t.secretHint;
  return (
    <TextField
      label={t.secret}
      hint={kind.secret === 'required' && !stored ? `${t.secretNeeded} ${t.secretHint}` : hint}
      error={error}
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      {...(isReplacing && { 'data-focus': true, autoFocus: true })}
      value={secret ?? ''}
      onChange={event => onChange(event.target.value)}
    />
  );
}

/** Shows the last characters of the secret, or the place where it is configured. */
export function StoredSecret({ stored }: { readonly stored: NonNullable<Instance['secret']> }) {
  const t = useMessages(configureMessages);
  if (stored.reference !== null) return <code className="font-mono text-sm">{stored.reference}</code>;
  return stored.last_four === '' ? t.secretStored : t.secretEnds(stored.last_four);
}
