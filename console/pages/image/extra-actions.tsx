/** Further actions on the prompt field's content: describe a picture, blend several, shorten a prompt. */
import { candidateSize } from '@kinora/shared/prompt/picture-size';
import type { IconComponent } from '../../icons/icon.ts';
import { Combine, ScanText, Scissors } from '../../icons/icons.ts';
import { useCurrency } from '../../data/session.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { modelFor, priceAction } from '../../prompt/price-run.ts';
import { fingerprintContent, type Create } from './state/use-create.ts';
import { readDataUrl } from './state/use-pictures.ts';
import type { Order } from './state/use-runs.ts';
import { imageMessages } from './messages.ts';

/** A prompt with fewer words cannot be shortened. */
const longWords = 12;
const maxBlended = 5;
const square = { width: 1, height: 1 };

export function ExtraActions({ create }: { readonly create: Create }) {
  const extraActions = useExtraActions(create);
  const shortAmount = useShortfallMessage(create);
  if (extraActions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {extraActions.map(({ icon: Icon, label, title, order }) => (
        <Button
          key={order.path}
          size="s"
          title={shortAmount(order.amount) ?? title}
          busy={create.runs.isInProgress(order)}
          disabled={shortAmount(order.amount) !== undefined}
          onClick={() => create.runs.start(order)}
        >
          <Icon size={14} aria-hidden />
          {label}
          <Cost amount={order.amount} />
        </Button>
      ))}
    </div>
  );
}

/** Returns what the action still needs, as a message, or undefined if there is nothing. */
function useShortfallMessage({ meansFor }: Create): (amount: string | undefined) => string | undefined {
  const t = useMessages(imageMessages);
  const currency = useCurrency();
  return amount => {
    const { missing, capLeft } = meansFor(amount);
    if (missing !== undefined) return t.short(formatMoney(missing, currency));
    return capLeft === undefined ? undefined : t.capShort(formatMoney(capLeft, currency));
  };
}

function Cost({ amount }: { readonly amount: string | undefined }) {
  const t = useMessages(imageMessages);
  return <span className="text-muted">{Number(amount) === 0 ? t.free : <Money amount={amount} />}</span>;
}

interface ExtraAction {
  readonly icon: IconComponent;
  readonly label: string;
  readonly title: string;
  readonly order: Order;
}

function useExtraActions(create: Create): readonly ExtraAction[] {
  const t = useMessages(imageMessages);
  const { draft, pictures, text, choice, models, typedPrompt } = create;
  const { token } = choice;
  if (!token) return [];
  const { all } = pictures;
  const pricing = { models, token, version: typedPrompt.version };
  const actionCost = (job: Parameters<typeof priceAction>[0], tier?: Tier) =>
    priceAction(job, { ...pricing, ...(tier && { tier }) });
  const can = (kind: 'describe' | 'shorten' | 'grid') => modelFor(models, kind, typedPrompt) !== undefined;
  const [first] = all;
  const hasWords = text.slice(0, draft.parameters[0]?.position).trim() !== '';
  const size = candidateSize(typedPrompt.version, square);
  const words = { token, tasks: 1, size: undefined };
  const extraActions: (ExtraAction | false | undefined)[] = [
    first &&
      all.length === 1 &&
      !hasWords &&
      can('describe') && {
        icon: ScanText,
        label: t.describe,
        title: t.describeTitle,
        order: {
          ...words,
          path: 'describe',
          content: fingerprintContent(create, 'describe'),
          body: async () => ({ base64: await readDataUrl(first) }),
          summary: t.describing(first.name),
          amount: actionCost({ kind: 'describe', width: 0, height: 0 }),
        },
      },
    all.length > 1 &&
      all.length <= maxBlended &&
      all.every(({ role }) => role === 'content') &&
      !hasWords &&
      can('grid') && {
        icon: Combine,
        label: t.blend,
        title: t.blendTitle,
        order: {
          ...words,
          size,
          path: 'blend',
          content: fingerprintContent(create, 'blend'),
          body: async () => ({ base64Array: await Promise.all(all.map(readDataUrl)) }),
          summary: t.blending(all.length),
          amount: actionCost({ kind: 'grid', ...size }),
        },
      },
    draft.prompts.length === 1 &&
      draft.read.text.split(/\s+/).length >= longWords &&
      can('shorten') && {
        icon: Scissors,
        label: t.shorten,
        title: t.shortenTitle,
        order: {
          ...words,
          path: 'shorten',
          content: fingerprintContent(create, 'shorten'),
          body: () => Promise.resolve({ prompt: text }),
          summary: t.shortening(draft.read.text),
          amount: actionCost({ kind: 'shorten', width: 0, height: 0 }, draft.read.tier),
        },
      },
  ];
  return extraActions.filter(action => action !== false && action !== undefined);
}
