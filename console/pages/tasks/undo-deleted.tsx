import { useQueryClient } from '@tanstack/react-query';
import { undeleteTasks } from '../../data/actions/change-tasks.ts';
import { UndoNote } from '../../ui/undo-note.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { taskMessages } from './messages.ts';

/** Offers to restore tasks that were just deleted. */
export function UndoDeleted({
  ids,
  onDone,
}: {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}) {
  const t = useMessages(taskMessages);
  const client = useQueryClient();
  return (
    <UndoNote
      key={ids.join()}
      message={t.deleted(formatCount(ids.length))}
      undo={() => undeleteTasks(client, ids)}
      onDone={onDone}
    />
  );
}
