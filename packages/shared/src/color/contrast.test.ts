import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, contrastIn, leastContrast, readableShade, softBackground, textOn } from './contrast.ts';

/** Every color of a coarse grid. */
const levels = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = levels.flatMap(red => levels.flatMap(green => levels.map(blue => `#${red}${green}${blue}`)));

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#777777'), 1);
  assert.equal(contrast('#ffffff', '#767676').toFixed(2), '4.54');
});

test('each color has a shade that can be read in each theme, also on its soft background, and text that can be read on it', () => {
  for (const color of colors)
    for (const theme of ['light', 'dark'] as const) {
      const shade = readableShade(theme, color);
      assert.ok(contrastIn(theme, shade) >= leastContrast, `${color} ${theme} ${shade}`);
      assert.ok(contrast(shade, softBackground(theme, shade)) >= leastContrast, `${color} ${theme} soft`);
      assert.ok(contrast(shade, textOn(shade)) >= leastContrast, `${color} text`);
      assert.equal(readableShade(theme, shade), shade, 'a color that can be read stays');
    }
});
