/** Actions on a clip: follow-ups and deletion. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FastForward, Info, RotateCcw, Trash, WandSparkles } from '../../icons/icons.ts';
import { callProcedure } from '../../data/api.ts';
import type { Model } from '../../data/models/models.ts';
import { isEnded, type Task } from '../../data/tasks/tasks.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { RemixDialog } from './remix-dialog.tsx';
import { listAdditions } from './use-derived-clip.ts';
import { videoMessages } from './messages.ts';

export interface ClipActionsProps {
  readonly task: Task;
  /** Undefined if the token cannot use the model. */
  readonly model: Model | undefined;
  readonly token: Token;
  readonly onUse: () => void;
  readonly onMade: (id: string) => void;
  readonly onDeleted: (id: string) => void;
}

export function ClipActions({ task, model, token, onUse, onMade, onDeleted }: ClipActionsProps) {
  const t = useMessages(videoMessages);
  const [open, setOpen] = useState<'remix' | 'extend'>();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => callProcedure('task delete', { tasks: [task.id] }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['tasks'] });
      onDeleted(task.id);
    },
  });
  const isThere = task.state === 'succeeded' && !task.expired;
  const dialog = model && { task, model, token, onMade, onClose: () => setOpen(undefined) };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="s" icon={RotateCcw} onClick={onUse}>
        {t.reuse}
      </Button>
      {isThere && model && (
        <Button size="s" icon={WandSparkles} onClick={() => setOpen('remix')}>
          {t.remix}
        </Button>
      )}
      {isThere && model && listAdditions(model, task).length > 0 && (
        <Button size="s" icon={FastForward} onClick={() => setOpen('extend')}>
          {t.extend}
        </Button>
      )}
      <Link to={`/task/${task.id}`} className={buttonClasses('plain', 's')}>
        <Info size={14} aria-hidden />
        {t.details}
      </Link>
      {isEnded(task) && (
        <Button
          size="s"
          kind="quiet"
          className="text-muted"
          icon={Trash}
          busy={deletion.isPending}
          onClick={() => deletion.mutate()}
        >
          {t.delete}
        </Button>
      )}
      <ErrorNote error={deletion.error} className="w-full" />
      {open === 'remix' && dialog && <RemixDialog {...dialog} />}
      {open === 'extend' && dialog && <ExtendDialog {...dialog} />}
    </div>
  );
}
