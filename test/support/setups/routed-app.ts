/** Separate models for a test, each with engines of the test kind. */
import assert from 'node:assert/strict';
import { imageEnd, imagine, startTestApp, type TestApp } from '../servers/app.ts';
import { signedIn, type ConsoleClient } from '../clients/console-client.ts';
import type { TestBackend } from '../test-engine/backend.ts';
import { testEngineKind } from '../test-engine/kind.ts';
import { startTestEngineServer } from '../test-engine/server.ts';

export const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };

export interface TestRoute {
  readonly name: string;
  readonly backend: TestBackend;
}

interface RouteOptions {
  readonly behavior?: object;
  readonly route?: object;
  readonly slots?: number;
  readonly settings?: object;
}

export interface RoutedApp {
  readonly kinora: TestApp;
  readonly operator: ConsoleClient;
  /** Adds a model with the version 1, which the next submits use, and an engine for each entry. */
  place(engines: readonly RouteOptions[]): Promise<TestRoute[]>;
  /** Submits a grid. Returns its task. */
  order(): Promise<string>;
  /** Submits grids at the same time and waits for their success. */
  makeAll(count: number): Promise<void>;
}

export async function startRoutedApp(): Promise<RoutedApp> {
  const server = await startTestEngineServer();
  const kinora = await startTestApp({
    kinds: [testEngineKind],
    settings: { KINORA_SPILL_AFTER_SECONDS: '1' },
  });
  const operator = await signedIn(kinora, 'operator');
  const order = () => imagine(kinora, 'a fox --v 1');
  let models = 0;
  return {
    kinora,
    operator,
    order,
    place: async engines => {
      const model = `painter-${models++}`;
      await operator.done('model add', {
        model,
        kind: 'image',
        operations: ['grid', 'shorten'],
        versions: ['1'],
        price,
      });
      const routes: TestRoute[] = [];
      for (const [index, { behavior, route, slots = 4, settings = {} }] of engines.entries()) {
        const name = `${model}-${index}`;
        const backend = await server.addBackend(name, { slots: 100, ...behavior });
        await operator.done('engine add', { engine: name, kind: 'test', url: backend.url, slots, settings });
        await operator.done('route add', { model, engine: name, ...route });
        routes.push({ name, backend });
      }
      return routes;
    },
    makeAll: async count => {
      const ids = await Promise.all(Array.from({ length: count }, order));
      for (const end of await Promise.all(ids.map(id => imageEnd(kinora, id))))
        assert.equal(end.status, 'SUCCESS', JSON.stringify(end));
    },
  };
}

/** How often each engine started a job. */
export function countStarts(routes: readonly TestRoute[]): number[] {
  return routes.map(({ backend }) => sum(Object.values(backend.counts.accepted)));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
