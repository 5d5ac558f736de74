import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { composeScene } from '../../compose/compose-scene.ts';
import { readJob } from '../../words/read-job.ts';
import { paintScene } from '../paint-scene.ts';
import type { Scene } from '../../scene/scene.ts';
import { fitText } from './fit-text.ts';
import { placeLettering, placeLetterings } from './place-lettering.ts';

const size = { width: 320, height: 240 };

const composePrompt = (prompt: string): Scene =>
  composeScene(readJob({ prompt, exclude: [] }), { ...size, seed: 2, candidate: 0 });

async function paintPixels(scene: Scene): Promise<Uint8ClampedArray> {
  const canvas = await paintScene(scene, size);
  return canvas.getContext('2d').getImageData(0, 0, size.width, size.height).data;
}

test('the text in quotes is drawn in its place and nowhere else', async () => {
  const scene = composePrompt('hills with the words "HELLO WORLD"');
  const { lettering: _, ...silent } = scene;
  const [withLetters, mute] = [await paintPixels(scene), await paintPixels(silent)];
  const { letters } = placeLettering(scene);
  const margin = 0.05;
  let changedCount = 0;
  for (let at = 0; at < withLetters.length; at += 4) {
    if (Math.abs(withLetters[at] - mute[at]) < 12) continue;
    const x = ((at / 4) % size.width) / size.height;
    const y = Math.floor(at / 4 / size.width) / size.height;
    changedCount++;
    assert.ok(x > letters.x - margin && x < letters.x + letters.width + margin, `x ${x}`);
    assert.ok(y > letters.y - margin && y < letters.y + letters.height + margin, `y ${y}`);
  }
  assert.ok(changedCount > 400, `${changedCount} pixels`);
});

test('the object that carries the text is painted for it', () => {
  assert.equal(composePrompt('a shop called "Flora" in a village').letteringOn, 'shop');
  assert.equal(composePrompt('a street with a neon sign "OPEN"').letteringOn, 'neon');
  assert.equal(composePrompt('路边的木牌写着"欢迎"').letteringOn, 'sign');
  assert.equal(composePrompt('a lake "quiet"').letteringOn, undefined);
  assert.equal(composePrompt('a lake "the book shop sign"').letteringOn, undefined);
});

test('text of any length and script is wrapped and shrunk to fit, without losing any of it', () => {
  const context = createCanvas(10, 10).getContext('2d');
  const font = (pixels: number) => `700 ${pixels}px "DejaVu Sans", sans-serif`;
  for (const text of [
    'A',
    'Supercalifragilisticexpialidocious and other words of unusual length',
    '夏天的风，吹过我们一起走过的每一条街道',
    'Mixed 中文 and English 在一起 of one hundred and twenty letters, as many as a prompt may have in its quotes at all',
  ]) {
    const box = { width: 200, height: 60, font, lines: 4 };
    const { lines, pixels } = fitText(context, text, box);
    context.font = font(pixels);
    for (const line of lines) assert.ok(context.measureText(line).width <= box.width, line);
    assert.ok(lines.length * pixels * 1.16 <= box.height + 0.01);
    assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
  }
});

test('a line of Chinese text does not begin with a comma', () => {
  const context = createCanvas(10, 10).getContext('2d');
  const font = (pixels: number) => `${pixels}px "DejaVu Sans", sans-serif`;
  for (let width = 60; width < 240; width += 15) {
    const { lines } = fitText(context, '春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。', {
      width,
      height: 90,
      font,
      lines: 8,
    });
    assert.ok(
      lines.every(line => !/^[，。]/.test(line)),
      lines.join('|'),
    );
  }
});

test('every quoted text is lettered: stacked boards, lines of a title, the author of a book', () => {
  const signs = placeLetterings(composePrompt('two signs, "OPEN" and "CLOSED"'));
  assert.deepEqual(
    signs.map(({ text, on }) => [text, on]),
    [
      ['OPEN', 'sign'],
      ['CLOSED', 'sign'],
    ],
  );
  const [upper, lower] = signs.map(({ board }) => board);
  assert.ok(upper && lower && upper.y + upper.height < lower.y);
  const [lettering] = placeLetterings(composePrompt('"新年快乐" "HAPPY NEW YEAR"'));
  assert.equal(lettering.text, '新年快乐\nHAPPY NEW YEAR');
  const [title, author] = placeLetterings(composePrompt('book cover "THE LAST TIDE" by "J. DOE"'));
  assert.deepEqual([title.text, author.text], ['THE LAST TIDE', 'J. DOE']);
  assert.ok(author.letters.y > 0.7);
});

test('words in quotes are no subjects, and a lettered shop has no sign of its own', () => {
  assert.deepEqual(composePrompt('book cover "THE LAST TIDE" by "J. DOE"').things, []);
  const shop = composePrompt('a shop sign "CORNER SHOP" in a street');
  assert.equal(shop.letteringOn, 'shop');
  assert.deepEqual(shop.things, []);
});
