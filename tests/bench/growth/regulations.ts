import { PDFDocument } from 'pdf-lib';
import { documentPdf } from '../../../src/campaign/pdf.ts';
import type { CampaignSnapshot } from '../../../src/campaign/snapshot.ts';
import type { Document } from '../../../src/contract/hotsite.ts';
import type { Figure } from '../figure.ts';
import { growthFigures } from './exponent.ts';
import { campaignToBuild, timeBuild } from './timed-build.ts';

const quantities = [10, 100, 500];

/** What a build costs whose draw has rules of that many pages: they are written, drawn and read. */
export async function measureRegulations(): Promise<Figure[]> {
  const campaign = campaignToBuild();
  const [own] = campaign.hotsite.pages.regulations ?? [];
  if (!own) throw new Error('The campaign has no rules');
  const copiesPerPage = 20 / (await countPages(repeated(own.text, 20)));
  const seconds = [];
  const megabytes = [];
  for (const quantity of quantities) {
    const text = repeated(own.text, Math.ceil(copiesPerPage * quantity));
    const n = await countPages(text);
    const build = await timeBuild(withRules(campaign, text));
    seconds.push({ n, value: build.seconds });
    if (build.megabytes > 0) megabytes.push({ n, value: build.megabytes });
  }
  const about = { of: 'pages of rules', how: 'once, everything else of the site included' };
  return [
    ...growthFigures('build', { ...about, unit: 's' }, seconds),
    ...(megabytes.length > 1
      ? growthFigures('memory of the build', { ...about, unit: 'MB' }, megabytes)
      : []),
  ];
}

/** The rules so many times, one after the other. */
function repeated({ title, sections }: Document, times: number): Document {
  return { title, sections: Array.from({ length: times }, () => sections).flat() };
}

async function countPages(text: Document): Promise<number> {
  return (await PDFDocument.load(await documentPdf(text, { note: '' }))).getPageCount();
}

/** The first rules of a campaign are longer. */
function withRules(campaign: CampaignSnapshot, text: Document): CampaignSnapshot {
  const { hotsite } = campaign;
  const [first, ...others] = hotsite.pages.regulations ?? [];
  const regulations = first ? [{ ...first, text }, ...others] : [];
  return { ...campaign, hotsite: { ...hotsite, pages: { ...hotsite.pages, regulations } } };
}
