import { attributionParts } from '../../rules/attribution.ts';
import { fromCentavos } from '../../rules/money.ts';
import { campaignOf } from '../cli/campaign-option.ts';
import type { Command } from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import { countAttributions } from './queries.ts';

export const attributionCommands: Command[] = [
  {
    usage: `report <${attributionParts.join('|')}>`,
    does: 'counts sign-ups and receipts by whose page, or which advertisement, they came from',
    run: async ({ database, words: [word], options }) => {
      const part = attributionParts.find((known) => known === word);
      if (!part) throw new UsageError(`Expected one of ${attributionParts.join(', ')}.`);
      const { campaign } = await campaignOf(database, options);
      const figures = await countAttributions(database, Number(campaign.id), part);
      return figures.map(({ value, approvedCentavos, ...counts }) => ({
        [part]: value ?? '',
        ...counts,
        approvedReais: fromCentavos(approvedCentavos),
      }));
    },
  },
];
