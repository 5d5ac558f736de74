/** The engine's name of a model, with a button that fetches the names that the engine reports. */
import { useState } from 'react';
import { useProcedure } from '../../../data/use-procedure.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { ErrorNote } from '../../../ui/page-states.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';

interface UpstreamFieldProps {
  readonly engine: string;
  readonly model: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (upstream: string) => void;
}

export function UpstreamField({ engine, model, value, error, onChange }: UpstreamFieldProps) {
  const t = useMessages(manageMessages);
  const probe = useProcedure('engine probe');
  const [requestedEngine, setRequestedEngine] = useState<string>();
  const fetchNames = () => {
    setRequestedEngine(engine);
    probe.mutate({ engine });
  };
  const probeResult = requestedEngine === engine ? probe.data : undefined;
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <TextField
          label={t.upstream}
          hint={t.upstreamHint}
          error={error}
          className="flex-1"
          placeholder={model}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
        <Button className="mt-5.5" busy={probe.isPending} disabled={engine === ''} onClick={fetchNames}>
          {t.fetchNames}
        </Button>
      </div>
      <ErrorNote error={requestedEngine === engine ? probe.error : null} />
      {probeResult && !probeResult.ok && (
        <p role="status" className="text-sm text-bad">
          {probeResult.message}
        </p>
      )}
      {probeResult?.ok && probeResult.models.length + probeResult.uncertain.length === 0 && (
        <p role="status" className="text-sm text-muted">
          {t.noNames}
        </p>
      )}
      {probeResult?.ok && <Names label={t.upstream} names={probeResult.models} {...{ value, onChange }} />}
      {probeResult?.ok && probeResult.uncertain.length > 0 && (
        <>
          <p className="text-xs text-muted">{t.uncertainNames}</p>
          <Names
            label={t.uncertainNames}
            names={probeResult.uncertain}
            isUncertain
            {...{ value, onChange }}
          />
        </>
      )}
    </div>
  );
}

interface NamesProps extends Pick<UpstreamFieldProps, 'value' | 'onChange'> {
  readonly label: string;
  readonly names: readonly string[];
  readonly isUncertain?: boolean;
}

function Names({ label, names, isUncertain = false, value, onChange }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <ul aria-label={label} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
      {names.map(name => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-pressed={name === value}
            className={classes(
              'min-h-7 rounded-md border px-2 text-left font-mono text-xs wrap-anywhere pointer-coarse:min-h-10',
              name === value ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
              isUncertain && 'border-dashed',
            )}
            onClick={() => onChange(name)}
          >
            {name}
            {isUncertain && <span aria-hidden> ?</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
