/**
 * How an engine is configured, in a line of its card: kind, URL, secret, hours and
 * where its changes are listed.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, KeyRound, Lock } from '../../icons/icons.ts';
import { kindsQuery } from '../../data/operators/engine-queries.ts';
import type { Engine } from '../../data/operators/operator-queries.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import { hoursText } from './engine-draft.ts';
import { StoredSecret } from './secret-field.tsx';

interface ConfigurationProps {
  readonly engine: Engine;
  readonly kind: string;
}

export function EngineConfiguration({ engine, kind: kindName }: ConfigurationProps) {
  const t = useMessages(configureMessages);
  const { data: kinds } = useQuery(kindsQuery);
  const { name, url, secret, daily_hours: hours, source } = engine;
  const kind = kinds?.find(one => one.kind === kindName);
  const item = 'inline-flex min-w-0 items-center gap-1.5';
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <li className={item}>{kind?.title ?? kindName}</li>
      {url !== null && <li className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">{url}</li>}
      {kind && kind.secret !== 'none' && (
        <li className={item}>
          <KeyRound size={14} aria-label={t.secret} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {secret ? <StoredSecret stored={secret} /> : t.secretNone}
          </span>
        </li>
      )}
      {hours && (
        <li className={item}>
          <Clock size={14} aria-label={t.hours} className="shrink-0" />
          {hoursText(hours)}
        </li>
      )}
      {source === 'file' && (
        <li className={item}>
          <Lock size={14} aria-hidden className="shrink-0" />
          {t.declarationFile}
        </li>
      )}
      {kind?.runs_workflows && (
        <li>
          <Link to="/workflows" search={{ engine: name }} className="underline">
            {t.workflows}
          </Link>
        </li>
      )}
      <li>
        <Link to="/audit" search={{ object: name }} className="underline">
          {t.history}
        </Link>
      </li>
    </ul>
  );
}
