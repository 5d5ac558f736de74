/** Messages about the terms of plans, for all pages that offer them. */
import { catalogue } from '../i18n/catalogue.ts';

export const planTerms = catalogue({
  en: {
    month: (price: string) => `${price} per month`,
    credit: (amount: string) => `${amount} of credit each month`,
    groups: (names: string) => `Groups: ${names}`,
    concurrent: (count: string) => `Concurrent tasks: ${count}`,
  },
  zh: {
    month: (price: string) => `每月 ${price}`,
    credit: (amount: string) => `每月额度 ${amount}`,
    groups: (names: string) => `分组：${names}`,
    concurrent: (count: string) => `同时任务数：${count}`,
  },
});
