/** Texts of the settings. */
import { catalogue } from '../../words/words.ts';

export const settingWords = catalogue({
  en: {
    title: 'Settings',
    intro:
      'Settings come from the environment that the server was started with, and are shown here, not changed. Set the variable and start the server again.',
    search: 'Search settings',
    sources: { environment: 'Environment', default: 'Default' },
    source: 'Comes from',
    name: 'Variable',
    value: 'Value',
    allowed: 'Allowed',
    defaultIs: (value: string) => `Default: ${value}`,
    nothing: 'nothing',
    onlySet: 'Set by the environment',
  },
  zh: {
    title: '系统设置',
    intro: '设置来自服务器启动时的环境变量，此处只读。如需修改，请设置相应变量并重启服务器。',
    search: '搜索设置',
    sources: { environment: '环境变量', default: '默认值' },
    source: '来源',
    name: '变量',
    value: '值',
    allowed: '允许的值',
    defaultIs: (value: string) => `默认：${value}`,
    nothing: '空',
    onlySet: '由环境变量设置',
  },
});
