/** The server of the test engine, for a test file. */
import { atEnd } from '../servers/clean-up.ts';
import { openTestEngineServer, type TestEngineServer } from './open-server.ts';

/** Closed automatically when the tests of the file have ended. */
export async function startTestEngineServer(): Promise<TestEngineServer> {
  const server = await openTestEngineServer();
  atEnd(() => server.close());
  return server;
}
