/** The tiers relax, fast and turbo, each with its price and typical duration. */
import type { Tier } from '@kinora/shared/models/model-card';
import { hasParameter } from '../../prompt/has-parameter.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

const tierOrder: readonly Tier[] = ['relax', 'fast', 'turbo'];

export function SpeedChoice({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const tiers = useMessages(uiMessages).tier;
  const { draft, choice, price, priceIn, waitIn, set } = create;
  const defaultTier = choice.token?.tier ?? 'fast';
  const offeredTiers = tierOrder.filter(tier => price?.model?.tiers[tier] !== undefined);
  if (offeredTiers.length === 0) return null;
  return (
    <SegmentedControl
      label={t.speed}
      value={draft.read.tier ?? defaultTier}
      segments={offeredTiers.map(tier => {
        const wait = waitIn(tier);
        return {
          value: tier,
          label: tiers[tier],
          disabled: !hasParameter(tier, draft.read.version),
          note: (
            <>
              <Money amount={priceIn(tier)} className="block text-text" />
              <span className="block" title={wait === undefined ? t.waitUnknownTitle : undefined}>
                {wait === undefined ? t.waitUnknown : t.usually(formatSeconds(wait))}
              </span>
            </>
          ),
        };
      })}
      onChange={tier => set('tier', tier === defaultTier ? undefined : `--${tier}`)}
    />
  );
}
