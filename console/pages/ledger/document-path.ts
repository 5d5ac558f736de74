import { type Values, withQuery } from '../../data/api.ts';
import { basePath } from '../../data/server-path.ts';
import { language } from '../../i18n/language.ts';

/** Returns where a document is downloaded, in the language of the Console. */
export function documentPath(name: 'receipt.download' | 'statement.download', values: Values): string {
  return withQuery(`${basePath}/api/${name}`, { ...values, language: language() });
}
