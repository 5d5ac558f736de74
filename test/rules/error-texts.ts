/** Every error has the same meaning in every language. */

type Texts = Readonly<Record<string, { readonly en: string; readonly zh: string }>>;

/** The codes with an empty text, or with texts that use different details. */
export function unequalTexts(table: Texts): string[] {
  return Object.entries(table)
    .filter(([, { en, zh }]) => !en.trim() || !zh.trim() || placeholders(en) !== placeholders(zh))
    .map(([code, { en, zh }]) => `${code}: "${en}" and "${zh}"`);
}

function placeholders(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');
}
