import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { renderSubject, type SubjectSprite } from './draw-subject.ts';
import { openSubjectPack } from './subject-pack.ts';
import { posedSubject, subjectIcons, subjectKeys, findSubject } from './subjects.ts';

const pack = openSubjectPack();

after(() => pack.close());

test('every subject of the table draws a figure that stands inside its picture', () => {
  for (const key of subjectKeys()) {
    const sprite = renderSubject(pack, { subject: key, heightPx: 40 });
    assert.ok(opaqueShare(sprite) > 0.02, `${key} is empty`);
    assert.ok(sprite.footX > 0 && sprite.footX < sprite.width, `${key} crosses a side of its picture`);
    assert.ok(sprite.footY > 0 && sprite.footY <= sprite.height, `${key} crosses the bottom of its picture`);
  }
});

test('every fact of the table is one that the engine knows', () => {
  for (const subject of subjectKeys().map(key => findSubject(key))) {
    assert.ok(subject !== undefined);
    assert.ok(subject.heightM > 0 && subject.heightM <= 100, subject.key);
    assert.match(subject.stance, /^(stands|floats|flies|hangs|swims|drives)$/, subject.key);
    assert.match(subject.facing, /^(left|right|front)$/, subject.key);
    for (const habitat of subject.habitats)
      assert.match(habitat, /^(land|water|air|underwater|space|indoors)$/, subject.key);
    for (const pose of Object.values(subject.poses))
      assert.ok(pose && findSubject(pose), `${subject.key} has no pose ${pose}`);
    assert.ok(Number.isFinite(subject.speedMps) && Number.isFinite(subject.turn), subject.key);
  }
});

test('a figure has the requested height, from its foot line to its top', () => {
  for (const subject of ['fox', 'sailboat', 'astronaut', 'train', 'seagull']) {
    for (const heightPx of [60, 400]) {
      const { footY } = renderSubject(pack, { subject, heightPx });
      assert.ok(Math.abs(footY - heightPx) < 2 + heightPx * 0.02, `${subject}: ${footY} of ${heightPx}`);
    }
  }
});

test('the same request gives the same pixels, also from another pack', () => {
  const second = openSubjectPack();
  for (const request of [
    { subject: 'fox', heightPx: 120 },
    { subject: 'car', heightPx: 90, color: '#2f6fd0' },
    { subject: 'barrel', heightPx: 80 },
  ]) {
    assert.deepEqual(readPixels(renderSubject(second, request)), readPixels(renderSubject(pack, request)));
  }
  second.close();
});

test('a new color changes the hue of the main parts and keeps the shading', () => {
  const [plain, blue] = [undefined, '#2f6fd0'].map(color =>
    meanColor(renderSubject(pack, { subject: 'car', heightPx: 100, ...(color && { color }) })),
  );
  assert.ok(plain !== undefined && blue !== undefined);
  assert.ok(plain.red > plain.blue + 20, 'the car is not red');
  assert.ok(blue.blue > blue.red + 20, 'the blue car is not blue');
  assert.ok(
    new Set(readPixels(renderSubject(pack, { subject: 'car', heightPx: 100, color: '#2f6fd0' }))).size > 100,
  );
});

test('a running person is drawn running, and a jumping animal leans back', () => {
  assert.equal(posedSubject('man', 'running')?.key, 'man-running');
  assert.equal(posedSubject('fox', 'running')?.key, 'fox');
  const [standing, running] = [undefined, 'running'].map(action =>
    renderSubject(pack, { subject: 'man', heightPx: 100, ...(action && { action }) }),
  );
  assert.ok((running?.width ?? 0) > (standing?.width ?? 0) * 1.5);
  assert.equal(running?.facing, 'right');
  const leaning = renderSubject(pack, { subject: 'horse', heightPx: 100, action: 'jumping' });
  assert.notDeepEqual(
    readPixels(leaning),
    readPixels(renderSubject(pack, { subject: 'horse', heightPx: 100 })),
  );
});

test('the credits name every picture whose licence asks for it', () => {
  const credits = readFileSync(new URL('../../../../docs/credits.md', import.meta.url), 'utf8');
  const creditNames = new Set(credits.match(/[a-z0-9-]+/g));
  for (const icon of subjectIcons().filter(name => !name.startsWith('fluent-emoji:'))) {
    assert.ok(creditNames.has(icon.replace(/^.*:/, '')), `docs/credits.md does not name ${icon}`);
  }
});

test('a subject that is not in the table is rejected', () => {
  assert.throws(
    () => renderSubject(pack, { subject: 'no-such-thing', heightPx: 100 }),
    /No subject no-such-thing/,
  );
});

function readPixels({ canvas, width, height }: SubjectSprite): Uint8ClampedArray {
  return canvas.getContext('2d').getImageData(0, 0, width, height).data;
}

function opaqueShare(sprite: SubjectSprite): number {
  const alphas = readPixels(sprite).filter((_, index) => index % 4 === 3);
  return alphas.filter(alpha => alpha > 200).length / alphas.length;
}

function meanColor(sprite: SubjectSprite): { red: number; blue: number } {
  const pixels = readPixels(sprite);
  const sum = { red: 0, blue: 0, count: 0 };
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 200) continue;
    sum.red += pixels[at] ?? 0;
    sum.blue += pixels[at + 2] ?? 0;
    sum.count++;
  }
  return { red: sum.red / sum.count, blue: sum.blue / sum.count };
}
