/** A complete Kinora that is stopped and started again on the same database, folder and port. */
import { startTestApp, startTestAppOn, type TestApp } from '../servers/app.ts';
import { freePort } from '../servers/free-port.ts';

export interface RestartingApp extends TestApp {
  /** Interrupts the work in progress. Resolves when it serves again. */
  restart(): Promise<void>;
}

export async function startRestartingApp(): Promise<RestartingApp> {
  const settings = {
    KINORA_PORT: String(await freePort()),
    KINORA_DRAIN_SECONDS: '0',
    KINORA_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
  };
  const first = await startTestApp({ settings });
  let { app } = first;
  return {
    ...first,
    get app() {
      return app;
    },
    restart: async () => {
      await app.stop();
      ({ app } = await startTestAppOn(first, { settings }));
    },
  };
}
