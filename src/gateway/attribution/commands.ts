import { attributionParts } from '../../rules/campaign/attribution.ts';
import { fromCentavos } from '../../rules/money.ts';
import { type Command, campaignIdFor } from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import type { Database } from '../db/database.ts';
import {
  type AttributionFigures,
  countAttributions,
  countHiddenField,
  hiddenFieldNames,
} from './queries.ts';

export const attributionCommands: Command[] = [
  {
    usage: `report <${attributionParts.join('|')}>, or report field <name>`,
    does: 'counts sign-ups and receipts by whose page, or which advertisement, they came from, or by a field that the page has set',
    run: async ({ database, words, options }) => {
      const campaignId = await campaignIdFor(database, options);
      const { heading, figures } = await figuresOf(database, campaignId, words);
      return figures.map(({ value, approvedCentavos, ...counts }) => ({
        [heading]: value ?? '',
        ...counts,
        approvedReais: fromCentavos(approvedCentavos),
      }));
    },
  },
];

async function figuresOf(
  database: Database,
  campaignId: number,
  [word, field = '']: readonly string[],
): Promise<{ heading: string; figures: AttributionFigures[] }> {
  if (word === 'field') {
    const names = await hiddenFieldNames(database, campaignId);
    if (names.length === 0) throw new UsageError('No page has set a field yet.');
    if (!names.includes(field)) throw new UsageError(`Expected one of ${names.join(', ')}.`);
    return {
      heading: `field ${field}`,
      figures: await countHiddenField(database, campaignId, field),
    };
  }
  const part = attributionParts.find((known) => known === word);
  if (!part) throw new UsageError(`Expected one of ${attributionParts.join(', ')}, field.`);
  return { heading: part, figures: await countAttributions(database, campaignId, part) };
}
