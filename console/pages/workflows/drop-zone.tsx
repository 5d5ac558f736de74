/** Takes the file of a workflow: dropped, or chosen. */
import { useRef, useState, type DragEvent } from 'react';
import { FileBraces } from '../../icons/icons.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { workflowMessages } from './messages.ts';

interface DropZoneProps {
  readonly busy: boolean;
  /** The reason why the last file was not accepted. Undefined if it was. */
  readonly problem: string | undefined;
  readonly onFile: (file: File) => void;
}

export function DropZone({ busy, problem, onFile }: DropZoneProps) {
  const t = useMessages(workflowMessages);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => file && !busy && onFile(file);
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={classes(
        'grid justify-items-center gap-2 rounded-xl border-2 border-dashed p-6 text-center',
        isOver ? 'border-accent bg-raised' : 'border-line-strong',
      )}
      onDragOver={event => {
        if (!isFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        if (!isFile(event)) return;
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <FileBraces size={28} aria-hidden className="text-muted" />
      <p className="font-semibold">{isOver ? t.dropNow : t.drop}</p>
      <p className="max-w-120 text-sm text-muted">{t.dropHint}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.choose}
        accept=".json,application/json"
        onChange={({ target }) => {
          take(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button busy={busy} onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      {problem && (
        <p role="alert" className="max-w-160 text-sm text-bad wrap-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
}
