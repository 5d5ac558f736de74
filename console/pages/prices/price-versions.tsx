/** All versions of a model's price: scheduled, current and past. */
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import type { ModelPrice, PriceVersion } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useSeconds } from '../../ui/clock.ts';
import { formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { RuleTable } from './rule-table.tsx';
import { priceMessages } from '../../prices/editor/messages.ts';

export function PriceVersions({ price }: { readonly price: ModelPrice }) {
  const t = useMessages(priceMessages);
  const [withdrawing, setWithdrawing] = useState<PriceVersion>();
  const withdraw = useProcedure('price withdraw', ['prices', 'overview']);
  const isCard = !price.versions.some(({ version }) => version === price.in_effect);
  return (
    <>
      <ol className="card divide-y divide-line">
        {price.versions.toReversed().map(version => (
          <Version
            key={version.version}
            version={version}
            isInForce={version.version === price.in_effect}
            onWithdraw={() => setWithdrawing(version)}
          />
        ))}
        <li className="flex flex-wrap items-center gap-x-3 px-4 py-2.5 text-sm">
          <span className="font-medium">{t.ofCard}</span>
          <span className="text-muted">{isCard ? price.in_effect : t.ofCardDescription}</span>
          {isCard && <span className="text-ok">{t.current}</span>}
        </li>
      </ol>
      {withdrawing && (
        <ConfirmDialog
          title={t.confirmWithdraw(withdrawing.version)}
          confirm={t.withdraw}
          run={() => withdraw.mutateAsync({ model: price.model, version: withdrawing.version })}
          onClose={() => setWithdrawing(undefined)}
        >
          {t.withdrawDescription}
        </ConfirmDialog>
      )}
    </>
  );
}

interface VersionProps {
  readonly version: PriceVersion;
  readonly isInForce: boolean;
  readonly onWithdraw: () => void;
}

function Version({ version, isInForce, onWithdraw }: VersionProps) {
  const t = useMessages(priceMessages);
  const now = useSeconds(false);
  const isComing = !isInForce && Date.parse(version.effective) > now;
  return (
    <li className="px-4 py-2.5 text-sm">
      <details>
        <summary className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{version.version}</span>
          <span className={isInForce ? 'text-ok' : isComing ? 'text-info' : 'text-muted'}>
            {isInForce ? t.current : isComing ? t.coming : t.past}
          </span>
          <span className="text-muted">
            {isComing ? t.from : t.since}{' '}
            <time dateTime={version.effective}>{formatTime(version.effective)}</time>
          </span>
          <span className="text-muted">{t.unitIs[version.unit]}</span>
          <span className="min-w-0 flex-1 truncate" title={version.note}>
            {version.note}
          </span>
        </summary>
        <div className="mt-3">
          <RuleTable price={version} />
        </div>
      </details>
      {isComing && (
        <Button size="s" kind="danger" className="mt-2" onClick={onWithdraw}>
          {t.withdraw}
        </Button>
      )}
    </li>
  );
}
