/** The picture that the address names, large; put it once on a page with `<TaskRow>`s. */
import type { Task } from '../data/tasks.ts';
import { Notices } from './notices-view.tsx';

interface LightboxProps {
  /** In the order of the page: what ↑ and ↓ lead to. */
  readonly tasks: readonly Task[];
  readonly onUsePrompt?: (task: Task) => void;
}

export function Lightbox(props: LightboxProps) {
  void props;
  return <Notices />;
}
