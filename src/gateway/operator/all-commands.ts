import { backupCommands } from './backup-commands.ts';
import type { Command } from './command.ts';
import { consumerCommands } from './consumer-commands.ts';
import { drawCommands } from './draw-commands.ts';
import { incidentCommands } from './incident-commands.ts';
import { receiptCommands } from './receipt-commands.ts';
import { recordCommands } from './record-commands.ts';
import { redemptionCommands } from './redemption-commands.ts';
import { scpcCommands } from './scpc-commands.ts';
import { walletCommands } from './wallet-commands.ts';

/** Every command of the operator, in the order of the help. */
export const allCommands: readonly Command[] = [
  ...receiptCommands,
  ...walletCommands,
  ...redemptionCommands,
  ...incidentCommands,
  ...consumerCommands,
  ...drawCommands,
  ...recordCommands,
  ...scpcCommands,
  ...backupCommands,
];
