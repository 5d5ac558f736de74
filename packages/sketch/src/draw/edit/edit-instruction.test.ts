import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editReadings } from './edit-readings.ts';
import { createJob } from '../../testing/follow-up-jobs.ts';
import type { Job } from '../../job/job.ts';

const readEdited = (prompt: string, parent = 'a red fox beside a lighthouse at sunset') => {
  const before: NonNullable<Job['parent']> = { recipe: {}, candidate: 0, prompt: parent };
  return editReadings(createJob({ prompt, kind: 'edit', parent: before })).after;
};
const readSubjects = (prompt: string) => readEdited(prompt).subjects.map(({ subject }) => subject);

test('an instruction names a new color before or after the thing', () => {
  const blue = readEdited('make the fox blue').subjects;
  assert.deepEqual(
    blue.map(({ subject }) => subject),
    ['fox'],
  );
  assert.equal(blue[0].color, '#2f6fd0');
  assert.equal(readEdited('paint the red fox dark green').subjects[0].color, '#2c5f3f');
  assert.equal(readEdited('turn the fox blue').subjects[0].color, '#2f6fd0');
  assert.equal(readEdited('把狐狸变成蓝色').subjects[0].color, '#2f6fd0');
});

test('one thing becomes another, in English and in Chinese', () => {
  assert.deepEqual(readSubjects('turn the fox into a cat'), ['cat']);
  assert.deepEqual(readSubjects('把狐狸变成一只猫'), ['cat']);
  const reading = readEdited('change the lighthouse into a windmill');
  assert.deepEqual(
    reading.landmarks.map(({ kind }) => kind),
    ['windmill'],
  );
});

test('adding a thing, a time of day or weather removes nothing', () => {
  assert.equal(readEdited('add a fox').subjects[0].count, 2);
  assert.deepEqual(readSubjects('add a dog'), ['fox', 'dog']);
  assert.deepEqual(readSubjects('make it night'), ['fox']);
  assert.equal(readEdited('make it night').time, 'night');
  assert.equal(readEdited('add snow').weather, 'snow');
  assert.deepEqual(readSubjects('remove the fox'), []);
});
