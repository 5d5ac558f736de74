import { useQueryClient } from '@tanstack/react-query';
import { undeleteTasks } from '../../data/change-tasks.ts';
import { UndoNote } from '../../ui/undo-note.tsx';
import { formatCount } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { taskWords } from './words.ts';

/** Tasks that were just deleted can come back for a while. */
export function UndoDeleted({
  ids,
  onGone,
}: {
  readonly ids: readonly string[];
  readonly onGone: () => void;
}) {
  const t = useWords(taskWords);
  const client = useQueryClient();
  return (
    <UndoNote
      key={ids.join()}
      says={t.deleted(formatCount(ids.length))}
      undo={() => undeleteTasks(client, ids)}
      onGone={onGone}
    />
  );
}
