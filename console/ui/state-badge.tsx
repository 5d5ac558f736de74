/** The state of a task as icon, label and color, never color alone. */
import type { IconComponent } from '../icons/icon.ts';
import { Ban, CircleCheck, CircleX, Clock, Hand, Loader, Save } from '../icons/icons.ts';
import type { TaskState } from '../data/tasks/tasks.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { classes } from './class-names.ts';
import { uiMessages } from './messages.ts';

const stateStyles: Readonly<Record<TaskState, readonly [IconComponent, string]>> = {
  waiting: [Hand, 'text-warn'],
  queued: [Clock, 'text-muted'],
  starting: [Loader, 'text-info'],
  running: [Loader, 'text-info'],
  saving: [Save, 'text-info'],
  succeeded: [CircleCheck, 'text-ok'],
  failed: [CircleX, 'text-bad'],
  cancelled: [Ban, 'text-muted'],
};

export function StateBadge({ state, progress }: { readonly state: TaskState; readonly progress?: number }) {
  const t = useMessages(uiMessages);
  const [Icon, color] = stateStyles[state];
  const isRunning = state === 'running' && progress !== undefined && progress > 0;
  return (
    <span className={classes('inline-flex items-center gap-1.5 whitespace-nowrap', color)}>
      <Icon size={14} aria-hidden />
      {t.state[state]}
      {isRunning && <span className="tabular">{progress}%</span>}
    </span>
  );
}
