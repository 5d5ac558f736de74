import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { openBodyBudget, type Caller } from './body-budget.ts';
import { ClientGoneError } from './client-gone.ts';

const limits = { token: 60, address: 80, anonymous: 10, process: 100 };
const token = (tokenId: string): Caller => ({ tokenId, isAnonymous: false });

function makeRequest(bytes: number, ip: string) {
  const raw = Object.assign(new EventEmitter(), { socket: new EventEmitter(), complete: false });
  const headers = { 'content-length': String(bytes) };
  return { ip, raw, headers, routeOptions: { bodyLimit: 1000 } } as unknown as FastifyRequest;
}

test('bodies in flight are limited per token, address and process, and count only until they end', () => {
  const budget = openBodyBudget(limits);
  const admit = (bytes: number, ip: string, caller: Caller) => {
    const request = makeRequest(bytes, ip);
    budget.admit(request, caller);
    return request;
  };
  const first = admit(50, '192.0.2.1', token('a'));
  assert.throws(() => admit(20, '192.0.2.2', token('a')), { code: 'uploads_too_many' });
  assert.throws(() => admit(40, '192.0.2.1', token('b')), { code: 'uploads_too_many' });
  assert.throws(() => admit(11, '192.0.2.9', { tokenId: undefined, isAnonymous: true }), {
    code: 'uploads_too_many',
  });
  admit(45, '192.0.2.3', token('c'));
  assert.throws(() => admit(10, '192.0.2.4', token('d')), { code: 'server_busy' });
  first.raw.emit('close');
  admit(50, '192.0.2.4', token('d'));
});

test('a body counts until its handler has ended', async () => {
  const budget = openBodyBudget(limits);
  const request = makeRequest(60, '192.0.2.1');
  budget.admit(request, token('a'));
  await budget.handle(request, async () => {
    request.raw.emit('close');
    assert.throws(() => budget.admit(makeRequest(1, '192.0.2.1'), token('a')), { code: 'uploads_too_many' });
  });
  budget.admit(makeRequest(60, '192.0.2.1'), token('a'));
});

test('a client that left before its body was counted is no fault', () => {
  const request = Object.assign(makeRequest(60, '192.0.2.1'), { ip: undefined });
  assert.throws(() => openBodyBudget(limits).admit(request, token('a')), ClientGoneError);
});
