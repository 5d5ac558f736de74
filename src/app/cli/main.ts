/** The entry: command line -> exit code. */
const args = process.argv.slice(2);
process.exitCode = await run();

/**
 * Agents start `mcp` with each conversation. It needs no other command, whose code takes two seconds to load.
 */
async function run(): Promise<number> {
  if (args.length === 1 && args[0] === 'mcp') {
    const { forwardMessages } = await import('./mcp.ts');
    return forwardMessages();
  }
  const { runCli } = await import('./run-cli.ts');
  return runCli(args);
}
