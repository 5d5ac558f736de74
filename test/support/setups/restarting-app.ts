/** A complete Kinora that is stopped and started again on the same database, folder and port. */
import { startApp } from '../../../src/app/start/app.ts';
import { loadConfig } from '../../../src/platform/config/config.ts';
import { startTestApp, testSketchKind, type TestApp } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';
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
  atEnd(() => app.stop());
  const config = loadConfig({
    ...settings,
    KINORA_MONITORING_ADDRESS: 'off',
    KINORA_DATA_DIR: first.dataDir,
    DATABASE_URL: first.databaseUrl,
    KINORA_LOG_LEVEL: 'silent',
  });
  return {
    ...first,
    get app() {
      return app;
    },
    restart: async () => {
      await app.stop();
      app = await startApp(config, { kinds: [testSketchKind()] });
    },
  };
}
