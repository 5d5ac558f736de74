/** Messages of the settings page. */
import { catalogue } from '../../i18n/catalogue.ts';

export const settingMessages = catalogue({
  en: {
    title: 'Settings',
    intro:
      'Settings are read from environment variables at startup. To change one, set its variable and restart the server.',
    search: 'Search settings',
    sources: { environment: 'Environment', default: 'Default' },
    source: 'Source',
    name: 'Variable',
    value: 'Value',
    allowed: 'Allowed',
    defaultIs: (value: string) => `Default: ${value}`,
    nothing: 'none',
    onlySet: 'Set in the environment',
  },
  zh: {
    title: '系统设置',
    intro: '设置在启动时从环境变量读取。如需更改，请设置相应变量并重启服务器。',
    search: '搜索设置',
    sources: { environment: '环境变量', default: '默认值' },
    source: '来源',
    name: '变量',
    value: '值',
    allowed: '允许的值',
    defaultIs: (value: string) => `默认：${value}`,
    nothing: '无',
    onlySet: '由环境变量设置',
  },
});
