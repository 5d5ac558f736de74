/** The kinds of settings that are lists (setting-kinds.ts). */
import type { Micros } from '@kinora/shared/money';
import { isEmail } from '@kinora/shared/text/is-email';
import { listItems } from '../lib/text/list-items.ts';
import { money, type SettingKind } from './setting-kinds.ts';

export const moneyList: SettingKind<readonly Micros[]> = {
  allowed: { en: 'amounts, comma-separated', zh: '金额，以逗号分隔' },
  parse: text => listItems(text).map(money.parse),
};

export const nameList: SettingKind<readonly string[]> = {
  allowed: {
    en: 'names of lowercase letters, digits and underscores, comma-separated',
    zh: '由小写字母、数字和下划线组成的名称，以逗号分隔',
  },
  parse: text => {
    const names = listItems(text);
    if (!names.every(name => /^[a-z0-9_]{1,32}$/.test(name)))
      throw new RangeError(
        'it must be names of lowercase letters, digits and underscores, separated by commas',
      );
    return names;
  },
};

export const domainList: SettingKind<readonly string[]> = {
  allowed: {
    en: 'domains such as example.com, comma-separated, or empty',
    zh: '域名，例如 example.com，以逗号分隔，可留空',
  },
  parse: text => {
    const domains = listItems(text).map(domain => domain.toLowerCase());
    if (!domains.every(domain => isEmail(`name@${domain}`)))
      throw new RangeError('it must be domains such as example.com, separated by commas');
    return domains;
  },
};
