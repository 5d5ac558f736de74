/** Rotates a token's key. The old key keeps working for a while, so that programs can be updated. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProcedure } from '../../data/api.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { SecretValue } from '../../ui/secret-value.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { tokenMessages } from './messages.ts';

const overlaps = ['0', '3600', '86400', '604800'] as const;

interface RotateProps {
  readonly token: Token;
  readonly onClose: () => void;
}

export function RotateDialog({ token, onClose }: RotateProps) {
  const t = useMessages(tokenMessages);
  const ui = useMessages(uiMessages);
  const client = useQueryClient();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () => callProcedure('token rotate', { token: token.id, overlap }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const rotatedToken = rotate.data;
  const actions = rotatedToken ? (
    <Button onClick={onClose}>{t.done}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button kind="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
        {t.rotateButton}
      </Button>
    </>
  );
  return (
    <Dialog title={t.rotateTitle(token.name)} onClose={onClose} actions={actions}>
      {rotatedToken ? (
        <SecretValue label={t.key} secret={rotatedToken.key} />
      ) : (
        <div className="grid gap-4">
          <p>{t.rotateDescription}</p>
          <SelectField
            label={t.overlap}
            value={overlap}
            choices={overlaps.map(value => ({ value, label: t.overlaps[value] }))}
            onChange={event => setOverlap(event.target.value)}
          />
          <ErrorNote error={rotate.error} />
        </div>
      )}
    </Dialog>
  );
}
