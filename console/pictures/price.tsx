/** The price of an action, beside its button, and the amount paid: an amount, or that it is free. */
import type { TaskButton } from '../data/tasks/tasks.ts';
import { Money } from '../ui/formatted-values.tsx';
import { useMessages } from '../i18n/catalogue.ts';
import { pictureMessages } from './messages.ts';

export function ButtonPrice({ price }: Pick<TaskButton, 'price'>) {
  const t = useMessages(pictureMessages);
  if (price === null) return null;
  if (Number(price) === 0) return <span className="text-xs opacity-75 pointer-coarse:hidden">{t.free}</span>;
  return <Money amount={price} className="text-xs opacity-75" />;
}

/** The amount paid, or that the action was free. */
export function PaidAmount({ amount }: { readonly amount: string | null }) {
  const t = useMessages(pictureMessages);
  return amount !== null && Number(amount) === 0 ? t.free : <Money amount={amount} />;
}
