/** The start page of the reference: how to call the server, and the groups of operations. */
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { groupNames, type Operation } from './document.ts';
import { referenceMessages } from './messages.ts';
import { basePath, serverAddress } from '../../data/server-path.ts';

interface OverviewProps {
  readonly operations: readonly Operation[];
  /** The operation in the URL does not exist. */
  readonly isUnknown: boolean;
}

export function Overview({ operations, isUnknown }: OverviewProps) {
  const t = useMessages(referenceMessages);
  const firstOperation = (group: string) => operations.find(operation => operation.group === group)?.id;
  return (
    <div className="mx-auto max-w-180 p-4 md:p-8">
      {isUnknown ? (
        <h1 className="text-xl font-semibold">{t.noSuch}</h1>
      ) : (
        <h2 className="text-xl font-semibold">{t.title}</h2>
      )}
      <p className="mt-1 text-muted">{t.intro}</p>
      <p className="mt-6 mb-2">{t.keyHow}</p>
      <CodeBlock
        label="curl"
        language="curl"
        code={`curl -s ${serverAddress()}/v1/models \\\n  -H 'Authorization: Bearer <your key>'`}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to="/tokens" className={buttonClasses()}>
          {t.keyFrom}
        </Link>
        <a href={`${basePath}/openapi.json`} className={buttonClasses()}>
          {t.document}
        </a>
      </div>
      <ul className="mt-8 grid gap-3 sm:grid-cols-2">
        {groupNames.map(group => (
          <li key={group}>
            <Link
              to="/reference"
              search={(before: object) => ({ ...before, op: firstOperation(group) })}
              className="card block h-full p-4 text-text no-underline hover:border-line-strong"
            >
              <span className="flex items-baseline justify-between gap-2">
                <span className="font-semibold">{t.groups[group]}</span>
                <span className="tabular text-xs text-muted">
                  {t.count(operations.filter(operation => operation.group === group).length)}
                </span>
              </span>
              <span className="mt-1 block text-sm text-muted">{t.groupDescriptions[group]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
