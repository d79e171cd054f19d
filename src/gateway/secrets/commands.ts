import type { Command } from '../cli/command.ts';
import { isApiError } from '../http/api-error.ts';
import { rotateSecrets } from './rotate.ts';

export const secretsCommands: Command[] = [
  {
    usage: 'secrets rotate',
    does: [
      'wraps the secrets in the database by another key, all of them or none: by the first of',
      'SECRETS_KEY, which holds the new key and the old one meanwhile; beside an embedded database',
      'by a new key in DATA_DIR/secrets.key. Backups of before still need the old one',
    ].join('\n'),
    run: async ({ database, options }) => {
      const rotated = await rotateSecrets(database, { isDryRun: options['dry-run'] === true });
      return isApiError(rotated) ? rotated : [{ ...rotated }];
    },
  },
];
