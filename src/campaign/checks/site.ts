import { slugOf } from '../../rules/text.ts';
import { hexColour } from '../colour.ts';
import type { CampaignSnapshot, CampaignSource } from '../snapshot.ts';
import { sayUnreadable, unreadablePairs } from '../theme.ts';
import { certificateProblem } from './certificates.ts';
import { titleFieldWidth } from './limits-of-values.ts';
import type { Path, Problem } from './problem.ts';

export function* unreadableColours({ hotsite }: CampaignSnapshot): Generator<Problem, void> {
  const { palette } = hotsite.theme;
  const names = Object.keys(palette) as (keyof typeof palette)[];
  if (names.some((name) => !hexColour.test(palette[name]))) return;
  for (const pair of unreadablePairs(palette)) {
    const { token, on } = pair;
    const own = [token, on].find((name): name is keyof typeof palette => name in palette);
    yield {
      path: ['hotsite', 'theme', 'palette', ...(own ? [own] : [])],
      problem: sayUnreadable(pair),
      remedy: 'Choose a darker or a lighter one',
    };
  }
}

/** A site that only announces the promotion may still lack its authorisation. */
export function* wrongCertificates({
  campaign,
  hotsite,
}: CampaignSnapshot): Generator<Problem, void> {
  if (hotsite.status !== 'PUBLISHED') return;
  const { certificates } = hotsite.footer;
  const path = ['hotsite', 'footer', 'certificates'];
  const remedy = 'Give the number that the authorisation carries';
  for (const [index, certificate] of certificates.entries()) {
    const problem = certificateProblem([], [certificate]);
    if (problem) yield { path: [...path, index, 'number'], problem, remedy };
  }
  for (const engine of campaign.engines) {
    const own = certificates.filter(({ engineType }) => engineType === engine.type);
    const problem = own.length === 0 && certificateProblem([engine], []);
    if (problem) yield { path, problem, remedy };
  }
}

const minSteps = 3;
const maxSteps = 4;

export function* wrongHomePage({ hotsite }: CampaignSnapshot): Generator<Problem, void> {
  const { steps, title } = hotsite.pages.home;
  const path = ['hotsite', 'pages', 'home'];
  if (steps.length < minSteps || steps.length > maxSteps) {
    yield {
      path: [...path, 'steps'],
      problem: `there are ${steps.length} steps`,
      remedy: `Tell it in ${minSteps} or ${maxSteps}`,
    };
  }
  if (title.length === 0 || title.length > 2) {
    yield {
      path: [...path, 'title'],
      problem: `the name stands in ${title.length} lines`,
      remedy: 'Break it into one or two',
    };
  }
  for (const [index, { left, width }] of title.entries()) {
    if (left + width <= titleFieldWidth) continue;
    yield {
      path: [...path, 'title', index, 'width'],
      problem: `left and width together are ${left + width}`,
      remedy: `The field is ${titleFieldWidth} wide: make one smaller`,
    };
  }
}

export function* wrongRegulations(
  { campaign, hotsite }: CampaignSnapshot,
  { hasFile }: CampaignSource,
): Generator<Problem, void> {
  const slugs = new Map<string, string>();
  for (const [index, { type, name, regulationUrl }] of campaign.engines.entries()) {
    const path = ['campaign', 'engines', index];
    if (!regulationUrl) continue;
    const before = slugs.get(slugOf(name));
    if (before) {
      yield {
        path: [...path, 'name'],
        problem: `its regulation would have the address of '${before}', /regulamento/${slugOf(name)}`,
        remedy: 'Call one of the two otherwise',
      };
    }
    slugs.set(slugOf(name), name);
    const text = hotsite.pages.regulations.find(({ engineType }) => engineType === type);
    const isWritten = regulationUrl.startsWith('/') && text;
    if (isWritten && !/^\/regulamentos\/[^/]+\.pdf$/.test(regulationUrl)) {
      yield {
        path: [...path, 'regulationUrl'],
        problem: `the site writes the PDF of its text into /regulamentos/, not as ${regulationUrl}`,
        remedy: 'Name it like /regulamentos/sorteio.pdf',
      };
    }
    if (!text && regulationUrl.startsWith('/') && !hasFile(regulationUrl)) {
      yield {
        path: [...path, 'regulationUrl'],
        problem: `there is neither a text for ${type} nor a file ${regulationUrl}`,
        remedy: 'Write the text into hotsite.pages.regulations, or put the PDF beside the campaign',
      };
    }
  }
}

export function* missingPictures(
  snapshot: CampaignSnapshot,
  { hasFile }: CampaignSource,
): Generator<Problem, void> {
  for (const { path, text } of picturesIn(snapshot)) {
    if (!text.startsWith('/') || hasFile(text)) continue;
    yield {
      path,
      problem: `there is no picture ${text}`,
      remedy: 'Put the file into the folder of the campaign’s file, or name another',
    };
  }
}

const pictureMembers = /^(hotsiteImageUrl|mainImageUrl|logo|picture|icon)$/;

export function* picturesIn(snapshot: unknown): Generator<{ path: Path; text: string }, void> {
  for (const { path, text } of textsIn(snapshot)) {
    const [last, before, beforeThat] = [path.at(-1), path.at(-2), path.at(-3)];
    const isListed = before === 'images' && beforeThat !== undefined;
    const isHero = last === 'url' && before === 'picture';
    if (isListed || isHero || pictureMembers.test(String(last))) yield { path, text };
  }
}

const sampleNames = ['Brisal', 'Escovou', 'Serra Clara', 'Café Premiado'];

/** Finds texts left over from the sample with which a file was begun. */
export function* otherBrands(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { campaign, hotsite } = snapshot;
  const own = `${campaign.name} ${hotsite.header.brand}`;
  const foreign = sampleNames.filter((name) => !own.includes(name));
  for (const { path, text } of textsIn(snapshot)) {
    const name = foreign.find((foreignName) =>
      text.toLowerCase().includes(foreignName.toLowerCase()),
    );
    if (!name) continue;
    yield {
      path,
      problem: `the text names '${name}', another brand's`,
      remedy: `Write it for ${hotsite.header.brand}`,
    };
  }
}

function* textsIn(value: unknown, path: Path = []): Generator<{ path: Path; text: string }, void> {
  if (typeof value === 'string') yield { path, text: value };
  if (!value || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    yield* textsIn(member, [...path, Array.isArray(value) ? Number(name) : name]);
  }
}
