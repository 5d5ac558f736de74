import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editReadings } from './edit-readings.ts';
import { createJob } from '../../testing/follow-up-jobs.ts';
import type { Job } from '../../job/job.ts';

const told = (prompt: string, parent = 'a red fox beside a lighthouse at sunset') => {
  const before: NonNullable<Job['parent']> = { recipe: {}, candidate: 0, prompt: parent };
  return editReadings(createJob({ prompt, kind: 'edit', parent: before })).after;
};
const readSubjects = (prompt: string) => told(prompt).subjects.map(({ subject }) => subject);

test('an instruction names a new color before or after the thing', () => {
  const blue = told('make the fox blue').subjects;
  assert.deepEqual(
    blue.map(({ subject }) => subject),
    ['fox'],
  );
  assert.equal(blue[0].color, '#2f6fd0');
  assert.equal(told('paint the red fox dark green').subjects[0].color, '#2c5f3f');
  assert.equal(told('turn the fox blue').subjects[0].color, '#2f6fd0');
  assert.equal(told('把狐狸变成蓝色').subjects[0].color, '#2f6fd0');
});

test('one thing becomes another, in English and in Chinese', () => {
  assert.deepEqual(readSubjects('turn the fox into a cat'), ['cat']);
  assert.deepEqual(readSubjects('把狐狸变成一只猫'), ['cat']);
  const changed = told('change the lighthouse into a windmill');
  assert.deepEqual(
    changed.landmarks.map(({ kind }) => kind),
    ['windmill'],
  );
});

test('adding a thing, a time of day or weather removes nothing', () => {
  assert.equal(told('add a fox').subjects[0].count, 2);
  assert.deepEqual(readSubjects('add a dog'), ['fox', 'dog']);
  assert.deepEqual(readSubjects('make it night'), ['fox']);
  assert.equal(told('make it night').time, 'night');
  assert.equal(told('add snow').weather, 'snow');
  assert.deepEqual(readSubjects('remove the fox'), []);
});
