/** Fills the templates of error texts. Browsers run this too, so it does not import the error table. */

export type Language = 'en' | 'zh';
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** `{name}` filled from the details; in Chinese from `nameZh`, where that is given. */
export function fillText(template: string, details: ErrorDetails, language: Language = 'en'): string {
  const detail = (name: string) => (language === 'zh' ? details[`${name}Zh`] : undefined) ?? details[name];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => truncateDetail(name, detail(name))).trimEnd();
}

const maxShownLength = 200;

/** A value that a client sent is shortened. Allowed values are shown in full. */
function truncateDetail(name: string, detail: string | number = ''): string {
  const text = String(detail);
  const isOurs = ['allowed', 'reason', 'remedy', 'problem', 'items', 'cause', 'faults'].includes(name);
  return isOurs || text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}
