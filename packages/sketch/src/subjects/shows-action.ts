/** Whether an action changes how a still of a subject is drawn. */
import { type Stance, findSubject } from './subjects.ts';

/** The action that the normal illustration of a subject shows. */
const naturalActions: Readonly<Record<Stance, readonly string[]>> = {
  stands: ['standing'],
  floats: ['sailing', 'swimming'],
  flies: ['flying'],
  hangs: [],
  swims: ['swimming'],
  drives: ['driving'],
};

export function showsAction(key: string, action: string): boolean {
  const subject = findSubject(key);
  if (!subject) return false;
  const { poses, stance, group, body = '' } = subject;
  if (poses[action] !== undefined || naturalActions[stance].includes(action)) return true;
  if (group === 'animal' && ['running', 'jumping', 'flying', 'swimming'].includes(action)) return true;
  return (
    (group === 'animal' && body.startsWith('sitting') && action === 'sitting') ||
    (group === 'animal' && body.startsWith('walking') && action === 'walking')
  );
}
