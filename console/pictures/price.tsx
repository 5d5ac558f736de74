/** What pressing costs, beside a button's name: an amount, or that it is free. */
import type { TaskButton } from '../data/tasks.ts';
import { Money } from '../ui/show.tsx';
import { useWords } from '../words/words.ts';
import { pictureWords } from './words.ts';

export function ButtonPrice({ price }: Pick<TaskButton, 'price'>) {
  const t = useWords(pictureWords);
  if (price === null) return null;
  if (Number(price) === 0) return <span className="text-xs opacity-75 pointer-coarse:hidden">{t.free}</span>;
  return <Money amount={price} className="text-xs opacity-75" />;
}
