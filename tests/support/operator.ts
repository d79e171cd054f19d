import { type CommandResult, runCommand } from '../../src/gateway/cli/run-command.ts';
import { allCommands } from '../../src/gateway/operator.ts';
import type { TestGateway } from './gateway.ts';

/** Runs one command line on a test's own database and storage, which stay open. */
export async function operateOn(
  { gateway, clock }: Pick<TestGateway, 'gateway' | 'clock'>,
  ...words: (string | number)[]
): Promise<CommandResult & { progress: string[] }> {
  const database = { ...gateway.database, close: async () => {} };
  const progress: string[] = [];
  const outcome = await runCommand(words.map(String), {
    commands: allCommands,
    open: async () => ({ database, storage: gateway.storage, clock: () => clock.now }),
    user: 'tester',
    directory: gateway.settings.dataDirectory,
    progress: (sentence) => progress.push(sentence),
  });
  return { ...outcome, progress };
}
