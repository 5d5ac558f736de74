/** A response: status, time, headers, and the body by its type. */
import { useEffect } from 'react';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { classes } from '../../ui/class-names.ts';
import { formatCount, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Collapsible } from './collapsible.tsx';
import type { Result } from './send.ts';
import { referenceMessages } from './messages.ts';

export function ResultView({ result }: { readonly result: Result }) {
  const t = useMessages(referenceMessages);
  const { status, tookMs, headers } = result;
  const isGood = status >= 200 && status < 400;
  return (
    <div className="grid min-w-0 gap-2 border-t border-line pt-3" role="status">
      <p className="tabular flex flex-wrap gap-x-4 text-sm">
        <span>
          {t.status}{' '}
          <code className={classes('font-mono font-semibold', isGood ? 'text-ok' : 'text-bad')}>
            {status}
          </code>
        </span>
        <span className="text-muted">
          {t.took} {tookMs < 1000 ? `${formatCount(Math.round(tookMs))} ms` : formatSeconds(tookMs / 1000)}
        </span>
      </p>
      <Collapsible title={t.headers(headers.length)} className="-ml-2">
        <dl className="grid gap-0.5 py-1 pl-5 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="wrap-anywhere">
              <dt className="inline text-muted">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </Collapsible>
      <Body result={result} />
    </div>
  );
}

function Body({ result: { text, type, isCut, blobUrl } }: { readonly result: Result }) {
  const t = useMessages(referenceMessages);
  useEffect(
    () => () => {
      if (blobUrl) URL.revokeObjectURL(blobUrl);
    },
    [blobUrl],
  );
  if (blobUrl && type.startsWith('image'))
    return <img src={blobUrl} alt={t.picture} className="max-h-100 w-fit rounded-md" />;
  if (blobUrl && type.startsWith('video')) return <video src={blobUrl} controls aria-label={t.video} />;
  if (text === '') return <p className="text-sm text-muted">{blobUrl ? type : t.empty}</p>;
  const isJson = type.includes('json') && !isCut;
  return (
    <>
      <div className="max-h-140 overflow-auto">
        <CodeBlock
          label={t.answerBody}
          code={isJson ? pretty(text) : text}
          {...(isJson && { language: 'json' })}
        />
      </div>
      {isCut && <p className="text-xs text-muted">{t.cut}</p>}
    </>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
