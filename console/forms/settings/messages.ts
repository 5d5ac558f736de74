/** Messages of generated forms. */
import { catalogue } from '../../i18n/catalogue.ts';

export const settingMessages = catalogue({
  en: {
    between: (min: string, max: string) => `Allowed: ${min} to ${max}.`,
    atLeast: (min: string) => `At least ${min}.`,
    atMost: (max: string) => `At most ${max}.`,
    json: 'As JSON.',
    all: 'Settings',
    default: 'Default',
  },
  zh: {
    between: (min: string, max: string) => `允许：${min} 至 ${max}。`,
    atLeast: (min: string) => `不小于 ${min}。`,
    atMost: (max: string) => `不大于 ${max}。`,
    json: '以 JSON 填写。',
    all: '设置',
    default: '默认',
  },
});
