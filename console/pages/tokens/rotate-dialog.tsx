/** A new key for a token; the old one is good for a while more, so that programs can be changed over. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { run } from '../../data/api.ts';
import type { Token } from '../../data/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Once } from '../../ui/once.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/words.ts';
import type { TokenWithKey } from './made-token.tsx';
import { tokenWords } from './words.ts';

const overlaps = ['0', '3600', '86400', '604800'] as const;

interface RotateProps {
  readonly token: Token;
  readonly onClose: () => void;
}

export function RotateDialog({ token, onClose }: RotateProps) {
  const t = useWords(tokenWords);
  const ui = useWords(uiWords);
  const client = useQueryClient();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () => run<TokenWithKey>('token rotate', { token: token.id, overlap }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const made = rotate.data;
  const actions = made ? (
    <Button onClick={onClose}>{t.done}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button kind="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
        {t.rotateDo}
      </Button>
    </>
  );
  return (
    <Dialog title={t.rotateTitle(token.name)} onClose={onClose} actions={actions}>
      {made ? (
        <Once label={t.key} secret={made.key} />
      ) : (
        <div className="grid gap-4">
          <p>{t.rotateSays}</p>
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
