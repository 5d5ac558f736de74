/** Shows what will be downloaded and under which license, before an installation begins. */
import { useState } from 'react';
import { localModelQueryKeys, type LocalModel } from '../../data/operators/local-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SwitchField } from '../../ui/fields/field.tsx';
import { localMessages } from './messages.ts';

export function InstallDialog({
  model,
  onClose,
}: {
  readonly model: LocalModel;
  readonly onClose: () => void;
}) {
  const t = useMessages(localMessages);
  const install = useProcedure('local install', localModelQueryKeys);
  const { name, title, bytes, license, commercial, fits, reason, files } = model;
  const isForced = fits === 'no';
  const [isDefault, setDefault] = useState(!isForced);
  return (
    <ConfirmDialog
      title={t.installing(title)}
      confirm={isForced ? t.installAnyway : t.install}
      isDanger={isForced}
      run={() => install.mutateAsync({ name, default: isDefault, force: isForced })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-muted">{t.size}</dt>
          <dd>{formatBytes(bytes)}</dd>
          <dt className="text-muted">{t.license}</dt>
          <dd>
            {license} · {commercial ? t.commercial : t.notCommercial}
          </dd>
          <dt className="text-muted">{t.files}</dt>
          <dd className="grid gap-0.5 font-mono text-xs">
            {files.map(file => (
              <span key={file} className="wrap-anywhere">
                {file}
              </span>
            ))}
          </dd>
        </dl>
        <p className={isForced ? 'text-warn' : 'text-muted'}>
          {reason} {isForced && t.forceHint}
        </p>
        <SwitchField
          label={t.useAsDefault}
          hint={t.useAsDefaultHint}
          checked={isDefault}
          onChange={setDefault}
        />
      </div>
    </ConfirmDialog>
  );
}
