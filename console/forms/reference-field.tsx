/**
 * The pictures of one field: dropped, pasted, chosen, or given by URL. They are
 * checked before anything is sent.
 */
import { useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { ImagePlus, Link2, X } from '../icons/icons.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { isCommit } from '../ui/keys.ts';
import { formatBytes } from '../i18n/format.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { droppedImages, newReferenceId, readPicture, type PictureRead } from './read-picture.ts';
import { isLink, pictureLimits, type Reference } from './reference.ts';
import { formMessages, useParameterNames } from './messages.ts';

interface ReferenceFieldProps {
  readonly field: string;
  readonly max: number;
  readonly isRequired: boolean;
  readonly pictures: readonly Reference[];
  readonly error?: string | undefined;
  readonly onChange: (pictures: readonly Reference[]) => void;
}

export function ReferenceField(props: ReferenceFieldProps) {
  const { field, max, isRequired, pictures, error } = props;
  const t = useMessages(formMessages);
  const { parameterName, parameterDescription } = useParameterNames();
  const id = useId();
  const { add, fault, setFault } = useAddPictures(props);
  const remainingCount = max - pictures.length;
  const shownError = error ?? fault;
  return (
    <div role="group" aria-labelledby={`${id}-name`} aria-describedby={`${id}-about`}>
      <p className="mb-1 flex items-baseline justify-between gap-2 text-sm">
        <span id={`${id}-name`} className="font-medium">
          {parameterName(field)}
        </span>
        {isRequired && <span className="text-xs text-muted">{t.needed}</span>}
      </p>
      {pictures.length > 0 && <ChosenPictures {...props} />}
      {remainingCount > 0 && (
        <DropZone
          left={remainingCount}
          isFirst={pictures.length === 0}
          label={parameterName(field)}
          onFiles={add}
        />
      )}
      {remainingCount > 0 && (
        <LinkBox
          onAdd={url => {
            setFault(undefined);
            props.onChange([...pictures, { kind: 'link', id: newReferenceId(), url }]);
          }}
          onFault={() => setFault(t.wrongLink)}
        />
      )}
      <p
        id={`${id}-about`}
        role={shownError ? 'alert' : undefined}
        className={classes('mt-1 text-xs', shownError ? 'text-bad' : 'text-muted')}
      >
        {shownError ?? parameterDescription(field, undefined)}
      </p>
    </div>
  );
}

function useAddPictures({ max, pictures, onChange }: ReferenceFieldProps) {
  const t = useMessages(formMessages);
  const [fault, setFault] = useState<string>();
  const size = formatBytes(pictureLimits.bytes);
  const readMessage = (failedRead: Extract<PictureRead, { ok: false }>) =>
    ({
      wrongType: t.wrongType(failedRead.name),
      tooLarge: t.tooLarge(failedRead.name, size),
      tooWide: t.tooWide(failedRead.name, pictureLimits.side),
      unreadable: t.unreadable(failedRead.name),
    })[failedRead.fault];
  const add = async (files: readonly File[]) => {
    const room = max - pictures.length;
    const reads = await Promise.all(files.slice(0, room).map(readPicture));
    const failedRead = reads.find(read => !read.ok);
    setFault(failedRead ? readMessage(failedRead) : files.length > room ? t.tooMany(max) : undefined);
    const addedReferences = reads.flatMap(read => (read.ok ? [read.reference] : []));
    if (addedReferences.length > 0) onChange([...pictures, ...addedReferences]);
  };
  return { add, fault, setFault };
}

function ChosenPictures({ field, pictures, onChange }: ReferenceFieldProps) {
  const t = useMessages(formMessages);
  const { parameterName } = useParameterNames();
  return (
    <ul className="mb-1.5 flex flex-wrap gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.id} className="relative">
          <span className="flex h-20 min-w-16 max-w-40 items-center justify-center overflow-hidden rounded-md border border-line bg-bg">
            {picture.kind === 'file' ? (
              <img
                src={picture.previewUrl}
                alt={`${parameterName(field)} ${index + 1}: ${picture.file.name}`}
                className="h-full max-w-40 object-contain"
              />
            ) : (
              <span className="flex max-w-40 flex-col items-center gap-1 p-2 text-xs text-muted">
                <Link2 size={16} aria-hidden />
                <span className="max-w-full truncate" title={picture.url}>
                  {new URL(picture.url).hostname}
                </span>
              </span>
            )}
          </span>
          <IconButton
            kind="plain"
            size="s"
            icon={X}
            label={t.remove(`${parameterName(field)} ${index + 1}`)}
            className="absolute! -top-2 -right-2 min-h-6! w-6! rounded-full! bg-raised! pointer-coarse:min-h-9! pointer-coarse:w-9!"
            onClick={() => onChange(pictures.filter(({ id }) => id !== picture.id))}
          />
        </li>
      ))}
    </ul>
  );
}

interface DropZoneProps {
  readonly left: number;
  readonly isFirst: boolean;
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}

function DropZone({ left, isFirst, label, onFiles }: DropZoneProps) {
  const t = useMessages(formMessages);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(droppedImages(event.dataTransfer));
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = droppedImages(event.clipboardData);
    if (files.length > 0) event.preventDefault();
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <button
        type="button"
        aria-label={`${label}: ${t.drop}`}
        className={classes(
          'flex w-full items-center justify-center gap-2 rounded-md border border-dashed px-3 text-sm transition-colors duration-120',
          isFirst ? 'min-h-16' : 'min-h-9 pointer-coarse:min-h-11',
          isOver
            ? 'border-accent bg-accent-soft text-text'
            : 'border-line-strong text-muted hover:border-text hover:text-text',
        )}
        onClick={() => input.current?.click()}
        onDragOver={event => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        onPaste={onPaste}
      >
        <ImagePlus size={16} aria-hidden />
        {isFirst ? t.drop : t.dropMore(left)}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={pictureLimits.types.join(',')}
        multiple={left > 1}
        onChange={event => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function LinkBox({
  onAdd,
  onFault,
}: {
  readonly onAdd: (url: string) => void;
  readonly onFault: () => void;
}) {
  const t = useMessages(formMessages);
  const [text, setText] = useState('');
  const add = () => {
    if (!isLink(text)) return onFault();
    onAdd(text);
    setText('');
  };
  return (
    <div className="mt-1.5 flex gap-1.5">
      <input
        className="field min-h-8! flex-1 py-1! text-sm!"
        type="url"
        aria-label={t.link}
        placeholder={t.link}
        value={text}
        onChange={event => setText(event.target.value.trim())}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (isCommit(event)) add();
        }}
      />
      {text !== '' && (
        <Button size="s" onClick={add}>
          {t.add}
        </Button>
      )}
    </div>
  );
}
