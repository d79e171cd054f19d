import { backupCommands } from './backup/commands.ts';
import type { Command } from './cli/command.ts';
import { drawCommands } from './draws/commands.ts';
import { consumerCommands } from './privacy/commands.ts';
import { receiptCommands } from './receipts/commands.ts';
import { redemptionCommands } from './redemptions/commands.ts';
import { regulatorCommands } from './regulator/commands.ts';
import { incidentCommands } from './support/commands.ts';
import { walletCommands } from './wallets/commands.ts';

/** Every command of the operator, in the order of the help. */
export const allCommands: readonly Command[] = [
  ...receiptCommands,
  ...walletCommands,
  ...redemptionCommands,
  ...incidentCommands,
  ...consumerCommands,
  ...drawCommands,
  ...regulatorCommands,
  ...backupCommands,
];
