import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReceivedTrace } from './trace-context.ts';

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const valid = `00-${trace}-${parent}-01`;
const readParent = (traceparent: string) => readReceivedTrace({ traceparent })?.traceparent;
const readState = (tracestate: string) => readReceivedTrace({ traceparent: valid, tracestate })?.tracestate;

test('a valid traceparent is kept, and one of a later version is read as version 00', () => {
  assert.equal(readParent(valid), valid);
  assert.equal(readParent(`00-${trace}-${parent}-00`), `00-${trace}-${parent}-00`);
  assert.equal(readParent(`00-${trace}-${parent}-ff`), `00-${trace}-${parent}-03`);
  assert.equal(readParent(`cc-${trace}-${parent}-09`), valid);
  assert.equal(readParent(`cc-${trace}-${parent}-01-what-the-future-brings`), valid);
});

test('an invalid traceparent is ignored', () => {
  const zero = '0';
  for (const traceparent of [
    '',
    `ff-${trace}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
    `00-${trace}-${parent}-1`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${zero.repeat(32)}-${parent}-01`,
    `00-${trace}-${zero.repeat(16)}-01`,
    `00-${trace.slice(1)}-${parent}-01`,
    `cc-${trace}-${parent}-01.more`,
    `${valid}, ${valid}`,
    ` ${valid}`,
  ])
    assert.equal(readParent(traceparent), undefined, traceparent);
  assert.equal(readReceivedTrace({ tracestate: 'a=b' }), undefined);
});

test('a tracestate keeps its order, and an invalid one does not invalidate the traceparent', () => {
  assert.equal(readState('rojo=1, fw529a3039@dt=x ,,congo=t61'), 'rojo=1,fw529a3039@dt=x,congo=t61');
  for (const tracestate of ['', 'a', 'A=1', 'a=1,a=2', 'a=b=c', 'a=\u00e9', `a=${'x'.repeat(257)}`, 'a@=1'])
    assert.equal(readState(tracestate), undefined, tracestate);
  const members = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=v`).join(',');
  assert.equal(readState(members(32)), members(32));
  assert.equal(readState(members(33)), undefined);
});

test('a tracestate of more than 512 characters loses its long members first, then the last ones', () => {
  const long = `long=${'x'.repeat(200)}`;
  const short = Array.from({ length: 8 }, (_, index) => `k${index}=${'y'.repeat(50)}`);
  assert.equal(readState([long, ...short].join(',')), short.join(','));
  const manyMembers = Array.from({ length: 20 }, (_, index) => `k${index}=${'y'.repeat(50)}`);
  const state = readState(manyMembers.join(',')) ?? '';
  assert.ok(state.length <= 512 && manyMembers.join(',').startsWith(`${state},`));
});
