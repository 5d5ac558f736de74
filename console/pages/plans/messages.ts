/** Messages of the page of plans. */
import { catalogue } from '../../i18n/catalogue.ts';

export const plansMessages = catalogue({
  en: {
    title: 'Plans',
    intro: 'A plan gives credit each month, which is spent before other credit and expires with its month.',
    none: 'No plans are on offer.',
    seeModels: 'See models and prices',
    models: 'Models of this plan:',
    more: (count: number) => `and ${count} more`,
    openModels: 'All models that are open to every account',
    signUp: 'Create account',
    signIn: 'Sign in and start',
    choose: 'Choose plan',
    byOwner: 'The owner of your account chooses its plan.',
  },
  zh: {
    title: '套餐',
    intro: '套餐每月赠送额度，优先于其他余额使用，当月有效。',
    none: '目前没有可选套餐。',
    seeModels: '查看模型与价格',
    models: '此套餐的模型：',
    more: (count: number) => `等另外 ${count} 个`,
    openModels: '对所有账户开放的全部模型',
    signUp: '注册账户',
    signIn: '登录并开始',
    choose: '选择套餐',
    byOwner: '套餐由账户的所有者选择。',
  },
});
