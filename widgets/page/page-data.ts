import type { Poll } from '../../src/contract/polls.ts';
import type { SiteProps } from '../../src/environment.ts';

/** What a form on an embedder's page is made of. */
export interface PageData {
  readonly campaign: number;
  /** A rule that gives the form the campaign's colours. */
  readonly theme: string;
  readonly site: SiteProps;
  /** The one after a sign-up, if the campaign has it. */
  readonly poll: Poll | null;
}

/** JSON: in the evergreen script its campaign's data, in a version, which never changes, null. */
declare const CAMPAIGN_DATA: string;

const brought: unknown = JSON.parse(CAMPAIGN_DATA);

/** A campaign as the script brings it, else as its site publishes it. Throws when neither does. */
export async function pageData(origin: string, campaign: number): Promise<PageData> {
  if (isPageData(brought) && brought.campaign === campaign) return brought;
  const response = await fetch(`${origin}/widgets/campaign-${campaign}/forms.json`, {
    credentials: 'omit',
  });
  const answer: unknown = await response.json();
  if (!isPageData(answer)) throw new Error('No campaign');
  return answer;
}

function isPageData(value: unknown): value is PageData {
  return typeof value === 'object' && value !== null && 'site' in value && 'theme' in value;
}
