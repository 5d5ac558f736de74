/** Example prompts. */
import { catalogue } from '../../i18n/catalogue.ts';

export const prompts = catalogue({
  en: {
    list: {
      harbour: 'a quiet harbour in the fog, small wooden boats, a heron on a post, film photograph --ar 3:2',
      fox: 'a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 16:9',
      whale: 'a whale in front of a city at night, stars --ar 2:3',
    },
  },
  zh: {
    list: {
      harbour: '雾中的宁静港湾，小木船，木桩上的苍鹭，胶片摄影 --ar 3:2',
      fox: '日落时分悬崖灯塔旁的红狐狸，水彩 --ar 16:9',
      whale: '夜晚城市前的鲸鱼，星空 --ar 2:3',
    },
  },
});
