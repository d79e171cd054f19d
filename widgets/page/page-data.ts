import type { Poll } from '../../src/contract/polls.ts';
import type { SiteProps } from '../../src/environment.ts';

export interface PageData {
  readonly campaign: number;
  readonly theme: string;
  readonly site: SiteProps;
  readonly poll: Poll | null;
}

/** JSON: data of the campaign in the evergreen script; null in a version, which never changes. */
declare const CAMPAIGN_DATA: string;

const brought: unknown = JSON.parse(CAMPAIGN_DATA);

/**
 * From the script, else from the campaign's site.
 * @throws when neither has it
 */
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
