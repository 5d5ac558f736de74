/** Example prompts with results of the built-in model. */
import balloons from './balloons.webp';
import fox from './fox.webp';
import whale from './whale.webp';

export interface Example {
  readonly en: string;
  readonly zh: string;
  readonly picture: string;
}

export const examples: readonly Example[] = [
  {
    en: 'a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 3:2',
    zh: '日落时分悬崖灯塔旁的红狐狸，水彩 --ar 3:2',
    picture: fox,
  },
  {
    en: 'hot air balloons over a valley of flowers, morning light --ar 3:2',
    zh: '清晨阳光下，热气球飘过开满鲜花的山谷 --ar 3:2',
    picture: balloons,
  },
  {
    en: 'a whale in front of a city at night, stars --ar 3:2',
    zh: '夜晚城市前的鲸鱼，星空 --ar 3:2',
    picture: whale,
  },
];
