import { campaignSchema } from '../../campaign/checks/json-schema.ts';
import { readCampaignFile } from '../../campaign/load.ts';
import { type Command, fileNamed } from '../cli/command.ts';

/** What the operator does with the campaign itself. */
export const campaignCommands: readonly Command[] = [
  {
    usage: 'campaign check <file>',
    does: 'Says everything that is wrong in a campaign’s file: where, and what would be right.\nOpens no database and changes nothing.',
    async runOnFiles(call) {
      const { campaign } = await readCampaignFile(fileNamed(call));
      return `Nothing is wrong: campaign ${campaign.id}, ${campaign.name}, from ${campaign.startsAt} to ${campaign.endsAt}.`;
    },
  },
  {
    usage: 'campaign schema',
    does: 'Writes the JSON Schema of a campaign’s file, with which editors complete and check it.',
    runOnFiles: async () => JSON.stringify(campaignSchema(), null, 2),
  },
];
