import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spendGrants, type Charge, type Grant } from './spend-grants.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const grant = (
  id: string,
  kind: Grant['kind'],
  [amount, from, to]: readonly [number, number, number],
): Grant => ({
  id,
  kind,
  amountMicros: BigInt(amount),
  createdAt: day(from),
  expiresAt: day(to),
});
const charge = (dayNumber: number, amount: number, isOpen = false): Charge => ({
  at: day(dayNumber),
  amountMicros: BigInt(amount),
  isOpen,
});
const spentPerGrant = (grants: Grant[], charges: Charge[]) =>
  Object.fromEntries(
    spendGrants(grants, charges).map(({ id, spentMicros, heldMicros }) => [
      id,
      [Number(spentMicros), Number(heldMicros)],
    ]),
  );

test('a charge uses what was valid at its submit, up to the amount', () => {
  const trial = grant('t', 'trial', [10, 2, 5]);
  assert.deepEqual(spentPerGrant([trial], [charge(1, 3), charge(2, 4), charge(4, 1), charge(5, 9)]), {
    t: [5, 0],
  });
  assert.deepEqual(spentPerGrant([trial], [charge(2, 25)]), { t: [10, 0] });
  assert.deepEqual(spentPerGrant([trial], []), { t: [0, 0] });
});

test('a plan is spent before a trial, and of two of a kind the one that ends first', () => {
  const grants = [
    grant('trial', 'trial', [10, 1, 20]),
    grant('late', 'plan', [10, 1, 9]),
    grant('soon', 'plan', [10, 1, 8]),
  ];
  assert.deepEqual(spentPerGrant(grants, [charge(2, 15)]), { soon: [10, 0], late: [5, 0], trial: [0, 0] });
  assert.deepEqual(spentPerGrant(grants, [charge(2, 15), charge(8, 9)]), {
    soon: [10, 0],
    late: [10, 0],
    trial: [4, 0],
  });
});

test('what a task in progress holds is neither spent nor left', () => {
  const trial = grant('t', 'trial', [10, 1, 5]);
  assert.deepEqual(spentPerGrant([trial], [charge(2, 4, true), charge(3, 3)]), { t: [3, 4] });
});
