/** The rules of a price: conditions, amount in each tier, and an example. */
import type { PriceBody, PriceRule } from '../../data/operators/operator-queries.ts';
import { sortGeneralLast } from '../../prices/sort-general-last.ts';
import { classes } from '../../ui/class-names.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Example } from '../../prices/editor/example.tsx';
import { priceExample } from '../../prices/editor/pricing.ts';
import { priceMessages } from '../../prices/editor/messages.ts';

interface RuleTableProps {
  readonly price: PriceBody;
  /** The index of the rule that matches the tested request. */
  readonly markedIndex?: number | undefined;
}

const tiers = ['relax', 'fast', 'turbo'] as const;

export function RuleTable({ price, markedIndex }: RuleTableProps) {
  const t = useMessages(priceMessages);
  const ui = useMessages(uiMessages);
  const inForce = markedIndex === undefined ? undefined : price.rules[markedIndex];
  const offeredTiers = tiers.filter(tier => price.tiers[tier] !== undefined);
  const head = 'h-8 border-b border-line px-3 font-medium whitespace-nowrap text-muted';
  return (
    <div className="card overflow-x-auto" tabIndex={0} role="region" aria-label={t.rules}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <th scope="col" className={classes(head, 'text-left')}>
              {t.when}
            </th>
            {offeredTiers.map(tier => (
              <th key={tier} scope="col" className={classes(head, 'text-right')}>
                {ui.tier[tier]} <span className="font-normal">× {Number(price.tiers[tier])}</span>
              </th>
            ))}
            <th scope="col" className={classes(head, 'text-left max-sm:hidden')}>
              {t.worked}
            </th>
          </tr>
        </thead>
        <tbody>
          {sortGeneralLast(price.rules).map(rule => (
            <tr
              key={JSON.stringify(rule.when)}
              aria-current={rule === inForce || undefined}
              className={rule === inForce ? 'bg-accent-soft' : undefined}
            >
              <td className="border-b border-line px-3 py-1.5">
                <RuleConditions rule={rule} isOnly={price.rules.length === 1} />
              </td>
              {offeredTiers.map(tier => (
                <td key={tier} className="border-b border-line px-3 py-1.5 text-right whitespace-nowrap">
                  <Money amount={priceExample(price, rule, tier)?.unitPrice} />
                </td>
              ))}
              <td className="tabular border-b border-line px-3 py-1.5 whitespace-nowrap text-muted max-sm:hidden">
                <Example price={price} rule={rule} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function RuleConditions({ rule, isOnly }: { readonly rule: PriceRule; readonly isOnly: boolean }) {
  const t = useMessages(priceMessages);
  const conditions = Object.entries(rule.when ?? {});
  if (conditions.length === 0) return <span>{isOnly ? t.always : t.otherwise}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {conditions.map(([name, value]) => (
        <code
          key={name}
          className="rounded-sm border border-line bg-bg px-1.5 font-mono text-xs whitespace-nowrap"
        >
          {t.is(name, String(value))}
        </code>
      ))}
    </span>
  );
}
