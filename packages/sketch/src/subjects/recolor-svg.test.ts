import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHex, recolorSvg, toHex } from './recolor-svg.ts';

const red = parseHex('#d23a33');

test('the main color is replaced with the requested one, and distant hues stay', () => {
  const svg = '<path fill="#d23a33"/><path fill="#2f9f4f"/><stop stop-color="#ffffff"/>';
  const blue = recolorSvg(svg, { from: red, to: '#2f6fd0', reach: 40 });
  assert.match(blue, /^<path fill="#2f6fd0"\/><path fill="#2f9f4f"\/><stop stop-color="#ffffff"\/>$/);
});

test('a darker shade of the main color becomes a darker shade of the new one', () => {
  const [, shade = ''] =
    /fill="(#\w+)"/.exec(recolorSvg('<path fill="#8a1d1a"/>', { from: red, to: '#2f6fd0', reach: 40 })) ?? [];
  assert.ok(parseHex(shade).lightness < parseHex('#2f6fd0').lightness - 0.1);
  assert.ok(Math.abs(parseHex(shade).hue - parseHex('#2f6fd0').hue) < 20);
});

test('references to gradients and links are not treated as colors', () => {
  const svg = '<path fill="url(#abcdef)"/><use xlink:href="#ddd"/>';
  assert.equal(recolorSvg(svg, { from: red, to: '#2f6fd0', reach: 180 }), svg);
});

test('the colors of filters are replaced, too', () => {
  const filter = '<feColorMatrix values="0 0 0 0 0.82 0 0 0 0 0.23 0 0 0 0 0.2 0 0 0 1 0"/>';
  const [, redPart = ''] =
    /0 0 0 0 ([\d.]+)/.exec(recolorSvg(filter, { from: red, to: '#2f6fd0', reach: 40 })) ?? [];
  assert.ok(Number(redPart) < 0.4);
});

test('a color survives the conversion and its inverse', () => {
  for (const hex of ['#000000', '#ffffff', '#d23a33', '#2f6fd0', '#7f8a45', '#c3c8d0'])
    assert.equal(toHex(parseHex(hex)), hex);
});
