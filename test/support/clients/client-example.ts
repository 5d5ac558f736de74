/** docs/examples/client-example.mjs: what it returns wherever it runs. */
import { fileURLToPath } from 'node:url';

export const clientExample = fileURLToPath(
  new URL('../../../docs/examples/client-example.mjs', import.meta.url),
);

export const clientExampleResult = '4 true 1 4 parameter_invalid USD';
