/** The prompt reader of the sketch engine. */
import { readWords } from '@kinora/sketch/prompt';
import type { PromptReader } from '../../contract/prompt-reader.ts';

export const sketchPromptReader: PromptReader = {
  draws: {
    en:
      'landscapes, cities, rooms, sea and space at any hour, in any weather and season, with some 700 animals, people, plants, ' +
      'vehicles, buildings and everyday objects, named in English or Chinese or as emoji',
    zh: '任意时段、天气和季节的风景、城市、室内、海洋与太空，以及约 700 种动物、人物、植物、交通工具、建筑和日常物品，可用中文、英文或表情符号描述',
  },
  read: readWords,
};
