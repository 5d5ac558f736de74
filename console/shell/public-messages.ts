/** Messages that only visitors see, apart from those that every visit loads. */
import { catalogue } from '../i18n/catalogue.ts';

export const publicMessages = catalogue({
  en: { signUp: 'Create account' },
  zh: { signUp: '注册账户' },
});
