/** Checkpoints in the folders of other programs, each to be installed with one press. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CircleCheck, Download } from '../../icons/icons.ts';
import { localFilesQuery, localModelQueryKeys, type LocalFile } from '../../data/operators/local-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SwitchField } from '../../ui/fields/field.tsx';
import { Section } from '../../ui/page.tsx';
import { localMessages } from './messages.ts';

export function FoundFiles({ isOpen }: { readonly isOpen: boolean }) {
  const t = useMessages(localMessages);
  const { data } = useQuery(localFilesQuery);
  if (!data || data.length === 0) return null;
  return (
    <Section title={t.onDisk} className="mb-8">
      <p className="mb-3 text-muted">{t.onDiskIntro}</p>
      <ul className="card divide-y divide-line">
        {data.map(file => (
          <li key={file.file}>
            <FileLine file={file} isOpen={isOpen} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FileLine({ file: localFile, isOpen }: { readonly file: LocalFile; readonly isOpen: boolean }) {
  const t = useMessages(localMessages);
  const { file, name, base, bytes, installed } = localFile;
  const [isRequested, setRequested] = useState(false);
  const [isDefault, setDefault] = useState(true);
  const add = useProcedure('local add', localModelQueryKeys);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{[t.asBase(base), formatBytes(bytes)].join(' · ')}</p>
        <code className="text-xs text-muted wrap-anywhere">{file}</code>
      </div>
      {installed ? (
        <span className="inline-flex items-center gap-1.5 text-sm text-ok">
          <CircleCheck size={14} aria-hidden />
          {t.states.ready}
        </span>
      ) : (
        <Button
          icon={Download}
          disabled={!isOpen}
          aria-label={t.installing(name)}
          onClick={() => setRequested(true)}
        >
          {t.install}
        </Button>
      )}
      {isRequested && (
        <ConfirmDialog
          title={t.installing(name)}
          confirm={t.install}
          isDanger={false}
          run={() => add.mutateAsync({ file, name, default: isDefault })}
          onClose={() => setRequested(false)}
        >
          <div className="grid gap-4">
            <p>{t.stays(file)}</p>
            <SwitchField
              label={t.useAsDefault}
              hint={t.useAsDefaultHint}
              checked={isDefault}
              onChange={setDefault}
            />
          </div>
        </ConfirmDialog>
      )}
    </div>
  );
}
