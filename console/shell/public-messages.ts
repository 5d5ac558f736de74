/** Messages that only visitors see, separate from those that every visit loads. */
import { catalogue } from '../i18n/catalogue.ts';

export const publicMessages = catalogue({
  en: { plans: 'Plans', signUp: 'Create account' },
  zh: { plans: '套餐', signUp: '注册账户' },
});
