import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../scene/reading.ts';
import { readPrompt } from './read-prompt.ts';

/**
 * A prompt and its reading: scene fields ; landmarks ; subjects ; relations. A subject is written as
 * `2 cat #d23a33 *0.5 sleeping`.
 */
const readings: readonly (readonly [string, string])[] = [
  [
    'a red fox beside a lighthouse on a cliff at sunset',
    'sunset ; lighthouse, cliff ; fox ; fox beside lighthouse, lighthouse on cliff',
  ],
  ['three foxes running through a pine forest, watercolor', 'forest watercolor ; pine ; 3 fox running ;'],
  [
    'two cats sleeping under a big tree in a garden, spring morning',
    'garden spring morning ; tree *1.4 ; 2 cat sleeping ; cat under tree',
  ],
  [
    'a blue sailboat on a calm lake, mountains in the background, golden hour',
    'lake sunset mountains ; sailboat #2f6fd0, reflection ; ;',
  ],
  ['an astronaut riding a horse on mars', 'space ; ; astronaut, horse ; astronaut on horse'],
  ['a boy riding a bike', '; ; boy cycling ;'],
  [
    'a girl in a red dress holding a balloon, on a hill',
    'hills ; ; girl #d23a33, balloon ; girl beside balloon',
  ],
  ['a woman in red walking down a rainy street', 'rain city ; ; woman #d23a33 walking ;'],
  [
    'a woman with an umbrella walking in the rain in paris',
    'rain city ; ; woman walking, umbrella ; woman beside umbrella',
  ],
  [
    'hot air balloons over a valley at dawn, aerial view, slow zoom in',
    'hills dawn aerial zoom-in ; 3 balloon ; ;',
  ],
  ['a dozen birds flying above the sea', 'sea ; 12 birds ; ;'],
  ['two birds flying over the mountains', 'mountains ; ; 2 bird flying ;'],
  ['two birds on a fence', '; fence ; 2 bird ; bird on fence'],
  ['a tiny mouse on top of a huge elephant', '; ; mouse *0.5, elephant *2 ; mouse on elephant'],
  ['under a tree, a fox sleeps', '; tree ; fox sleeping ; fox under tree'],
  ['a penguin between two rocks', '; 2 rocks ; penguin ; penguin between rocks'],
  ['a fox in front of a house', '; house ; fox ; fox before house'],
  ['a dragon flying over a castle, lightning storm', 'storm ; castle ; dragon flying ; dragon above castle'],
  [
    'a train crossing a viaduct in the snowy alps',
    'snow winter mountains ; bridge ; train ; train on bridge',
  ],
  ['milky way over a desert with a tent and a campfire', 'night desert ; stars, campfire ; tent ;'],
  ['a man and a woman dancing on the beach at night', 'coast night ; ; man dancing, woman dancing ;'],
  ['two dogs and three cats', '; ; 2 dog, 3 cat ;'],
  ['mount fuji with cherry blossoms', 'mountains spring ; snowcap, 5 tree #f3b3c6 ; ;'],
  ['northern lights over a frozen lake with a red cabin', 'night snowfield ; aurora ; cabin #d23a33 ;'],
  ['cyberpunk city street at night in the rain', 'neon city night rain ; ; ;'],
  ['the old fisherman in a yellow raincoat, portrait', 'close ; ; old-man #f2c333 ;'],
  ['a baby elephant beside its mother', '; ; elephant *0.5, elephant ; elephant beside elephant'],
  ['a mother bear by the river', 'river ; ; bear ;'],
  ['a red car driving on a desert road, tracking shot', 'desert pan-right road ; ; car driving ;'],
  ['🦊 under the 🌙', '; moon ; fox ; fox under moon'],
  ['black cats and pumpkins', '; ; 3 black-cat, 3 jack-o-lantern ;'],
  // Camera moves are not part of the picture.
  ['orbit around a castle', 'orbit ; castle ; ;'],
  ['a castle, orbit', 'orbit ; castle ; ;'],
  ['a satellite orbiting the earth', 'space ; ; satellite, earth ;'],
  ['an astronaut in orbit', 'space ; ; astronaut ;'],
  ['pan over a city', 'pan-right city ; ; ;'],
  ['a fixed camera, two dogs on a hill', 'static hills ; ; 2 dog ; '],
  // Ambiguous words.
  ['a light in the dark, like a dream, in the style of van gogh', 'oil ; ; ;'],
  ['spring flowers by a hot spring', 'spring ; 9 flowers ; ;'],
  ['an orange on a table', '; table ; orange ; orange on table'],
  ['an orange cat on a sofa', '; ; cat, couch-and-lamp ; cat on couch-and-lamp'],
  ['watch the sunset over the ocean', 'sunset sea ; ; ;'],
  ['a watch on a table', '; table ; watch ; watch on table'],
  ['the sun rose over the misty hills', 'fog hills ; sun ; ;'],
  ['a rose in a vase', '; ; rose, amphora ; rose in amphora'],
  ['she is falling asleep, OK hand', '; ; ;'],
  ['a cat sits on a window sill', 'room ; ; cat sitting ;'],
  ['an old windmill by a river, pencil', 'pencil river ; windmill ; ;'],
  ['a boat with red sails on the river', 'river ; sailboat ; ;'],
  ['a black and white cat', '; ; cat ;'],
  ['black and white photo of a city street', 'noir city ; ; ;'],
  ['a bank of fog over the golden gate bridge', 'fog ; bridge ; ;'],
  ['a fox under a starry sky', 'night ; stars ; fox ;'],
  ['a cold, quiet key moment, highly detailed, 8k', '; ; ;'],
  // Chinese.
  [
    '黄昏时分，一只红色的狐狸坐在悬崖上的灯塔旁边',
    'sunset ; cliff, lighthouse ; fox sitting ; lighthouse on cliff, fox beside lighthouse',
  ],
  ['两只猫在樱花树下睡觉，水彩', 'spring watercolor ; tree #f3b3c6 ; 2 cat sleeping ; cat under tree'],
  ['大海上一艘白色的帆船，日出，远景', 'sea dawn wide ; sailboat #f4f4f6 ; ;'],
  ['雪山下的湖边，一座小木屋，夜空中有极光', 'mountains night lake ; snowcap, stars, aurora ; cabin ;'],
  ['一位老人和一只狗在海边散步，夕阳', 'coast sunset ; ; old-man walking, dog walking ;'],
  ['草原上一群奔跑的马', 'plain ; ; 7 horse running ;'],
  ['一条巨大的龙飞过城堡上空，暴风雨', 'storm ; castle ; dragon *2 flying ; dragon above castle'],
  ['老虎和狮子之间有一棵大树', '; tree *1.4 ; tiger, lion ; tree between tiger, tree between lion'],
  ['白色的猫和黑色的狗', '; ; cat #f4f4f6, dog #2b2a30 ;'],
  ['一位穿着黄色雨衣的小女孩走在雨中的街道上', 'rain city ; ; girl #f2c333 walking ;'],
  ['骑马的女孩', '; ; girl riding ;'],
  ['宇航员骑着马在月球上', 'space ; ; astronaut, horse ; astronaut on horse'],
  ['竹林里的熊猫在吃竹子', 'forest ; bamboo ; panda eating ;'],
  ['镜头缓缓推近，海边的灯塔，闪电', 'dolly-in coast storm ; lighthouse ; ;'],
  ['晚上，马上下雨', 'night rain ; ; ;'],
];

for (const [prompt, expected] of readings) {
  test(`reads "${prompt}"`, () => assert.equal(summarize(readPrompt(prompt, [])), normalizeWords(expected)));
}

test('exclusions are removed and listed for the composer', () => {
  const reading = readPrompt('a horse and a girl in a forest, cloudy, red and teal tones', [
    'people',
    'trees, clouds',
    'red',
  ]);
  assert.equal(summarize(reading), normalizeWords('forest ; ; horse ;'));
  assert.deepEqual(reading.palette, ['#2f9f9f']);
  for (const name of ['people', 'tree', 'pine', 'clouds', 'cloudy'])
    assert.ok(reading.without?.includes(name), name);
});

test('things that the prompt negates are removed', () => {
  assert.equal(
    summarize(readPrompt('empty beach without clouds, no people, a crab', [])),
    normalizeWords('coast ; ; crab ;'),
  );
  const chinese = readPrompt('没有人的沙滩，不要云', []);
  assert.equal(chinese.setting, 'coast');
  assert.ok(chinese.without?.includes('people') && chinese.without.includes('clouds'));
});

test('relations to removed things are dropped', () => {
  assert.equal(summarize(readPrompt('a cat under a tree', ['tree'])), normalizeWords('; ; cat ;'));
});

test('excluding water removes the sea, the lake and the river', () => {
  assert.equal(readPrompt('a lighthouse by the sea', ['water']).setting, undefined);
});

test('quoted text is lettering and is not read as words', () => {
  const reading = readPrompt('a poster that says "RED FOX"', []);
  assert.equal(reading.lettering, 'RED FOX');
  assert.deepEqual(reading.subjects, []);
  assert.equal(readPrompt('一张海报，写着“春天”', []).lettering, '春天');
});

test('colors without a noun form the palette, and the natural color of a thing is no tint', () => {
  assert.deepEqual(readPrompt('a city in teal and orange', []).palette, ['#2f9f9f', '#f0883a']);
  assert.equal(readPrompt('a red fox', []).subjects[0]?.color, undefined);
  assert.equal(readPrompt('a blue fox', []).subjects[0]?.color, '#2f6fd0');
});

test('an empty prompt has an empty reading', () => {
  for (const prompt of ['', '   ', '!!! ??? ...', 'qwertz asdf', '—— ，。', '\u0000\uD800']) {
    assert.equal(summarize(readPrompt(prompt, [])), normalizeWords('; ; ;'));
  }
});

function summarize({
  setting,
  alsoSettings = [],
  time,
  weather,
  season,
  style,
  shot,
  cameraMove,
  ...things
}: Reading): string {
  const scene = [setting, time, weather, season, style, shot, cameraMove, ...alsoSettings].filter(
    value => value !== undefined,
  );
  const landmarks = things.landmarks.map(({ kind, ...rest }) => mention({ name: kind, ...rest }));
  const subjects = things.subjects.map(({ subject, ...rest }) => mention({ ...rest, name: subject }));
  const relations = things.relations.map(({ from, relation, to }) => `${from} ${relation} ${to}`);
  return normalizeWords(
    [scene.join(' '), landmarks.join(', '), subjects.join(', '), relations.join(', ')].join(' ; '),
  );
}

function mention(options: {
  name: string;
  count: number;
  size: number;
  color?: string;
  action?: string;
}): string {
  const size = options.size === 1 ? '' : `*${options.size}`;
  return [options.count === 1 ? '' : options.count, options.name, options.color, size, options.action]
    .filter(part => part !== undefined && part !== '')
    .join(' ');
}

/** Scene words in alphabetical order, separated by single spaces. */
function normalizeWords(text: string): string {
  const [scene = '', ...rest] = text.split(';').map(part => part.trim().replace(/\s+/g, ' '));
  return [scene.split(' ').sort().join(' '), ...rest].join(' ; ').trim();
}

test('a snowy mountain village is a village in the snow, and an iceberg is in a snowfield', () => {
  const village = readPrompt('a snowy mountain village at night', []);
  assert.deepEqual([village.setting, village.season, village.weather], ['village', 'winter', 'snow']);
  assert.equal(readPrompt('a lake with snowy mountains in summer', []).season, 'summer');
  assert.equal(readPrompt('penguins on an iceberg', []).setting, 'snowfield');
});
