/** The empty task list: a request that creates the first task. */
import { Link } from '@tanstack/react-router';
import { ListChecks } from '../../icons/icons.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { taskMessages } from './messages.ts';
import { serverAddress } from '../../data/server-path.ts';

export function NoTasksYet() {
  const t = useMessages(taskMessages);
  const request = `curl ${serverAddress()}/mj/submit/imagine -H 'Authorization: Bearer <key>' -H 'Content-Type: application/json' -d '{"prompt":"a red fox beside a lighthouse, watercolor"}'`;
  return (
    <EmptyState icon={ListChecks} title={t.noneYet}>
      <p>{t.noneYetHint}</p>
      <div className="card flex w-full items-start gap-1 p-2 text-left">
        <code className="min-w-0 flex-1 p-1 font-mono text-xs wrap-anywhere text-text">{request}</code>
        <CopyButton text={request} />
      </div>
      <Link to="/image" className={buttonClasses('primary')}>
        {t.orHere}
      </Link>
    </EmptyState>
  );
}
