/**
 * Turns an instruction into a description: "make the fox blue" is a blue fox, "turn it
 * into a cat" a cat and no fox.
 */
import { findWords } from '../../words/find-words.ts';

const order =
  /^\s*(please\s+)?(add|put|place|give|make|turn|change|replace|remove|delete|erase|take|set|paint|draw|convert|let|swap|colou?r|recolou?r|dye)\b|^\s*(请)?(加|添加|增加|放|把|将|让|变|改|换|去掉|删|移除|去除)/i;
const adding = /^\s*(please\s+)?(add|put|place|draw)\b|^\s*(请)?(加|添加|增加|放)/i;
const taking = /\b(remove|delete|erase|take away|take out|get rid of)\b|去掉|删除|删掉|移除|去除/gi;
const swapping = /\b(?:replace|swap|change|turn|make|convert)\s+(.+?)\s+(?:with|by|for|into|to)\s+(.+)/i;
const swappingChinese = /(?:把|将)(.+?)(?:变成|换成|改成|变为|换为|改为|替换为|替换成)(.+)/;
const coloring =
  /\b(?:make|paint|turn|change|colou?r|recolou?r|dye)\s+(?:the\s+|its\s+)?(.+?)\s+(?:(?:in|into|to)\s+)?((?:\S+\s+)?\S+?)[.!\s]*$/i;

export function isOrder(prompt: string): boolean {
  return order.test(prompt);
}

/** Whether more of the same is added, instead of replacing it. */
export function isAddition(prompt: string): boolean {
  return adding.test(prompt);
}

/** Whether something is removed, or replaced by something else. */
export function isRemoval(prompt: string): boolean {
  return isOrder(prompt) && !changesColor(prompt) && / without /.test(describeResult(prompt));
}

export function changesColor(prompt: string): boolean {
  return isOrder(prompt) && isColor(coloring.exec(prompt)?.[2]?.split(/\s+/).at(-1) ?? '');
}

export function describeResult(prompt: string): string {
  if (!isOrder(prompt)) return prompt.replace(taking, ' without ');
  const coloringMatch = coloring.exec(prompt);
  if (coloringMatch) {
    const [, object = '', color = ''] = coloringMatch;
    const words = color.split(/\s+/);
    const last = words[words.length - 1];
    if (isColor(color)) return `${color} ${removeColors(object)}`;
    if (isColor(last)) return `${last} ${removeColors(`${object} ${color.slice(0, -last.length)}`)}`;
  }
  const [, old, fresh] = swappingChinese.exec(prompt) ?? swapping.exec(prompt) ?? [];
  if (old === undefined || fresh === undefined) return prompt.replace(taking, ' without ');
  return isColor(fresh) ? `${fresh}${old}` : `${fresh}, without ${old}`;
}

function removeColors(phrase: string): string {
  return phrase
    .split(/\s+/)
    .filter(word => !isColor(word))
    .join(' ');
}

function isColor(text: string): boolean {
  const words = findWords(text).filter(({ kind }) => kind !== 'small' && kind !== 'article');
  return (
    words.length > 0 &&
    words.every(({ meanings }) =>
      meanings.some(({ kind }) => kind === 'color' || kind === 'skip' || kind === 'palette'),
    ) &&
    words.some(({ meanings }) => meanings.some(({ kind }) => kind === 'color'))
  );
}
