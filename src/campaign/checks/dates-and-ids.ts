import { dayInSaoPaulo, formatDate, instantOf, isCalendarDay } from '../../rules/dates.ts';
import { isUsualExtractionDay } from '../../rules/draws/federal-lottery.ts';
import type { CampaignSnapshot } from '../snapshot.ts';
import type { Path, Problem } from './problem.ts';

export function* repeatedIds(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { campaign, products, prizes, polls, faq, incidentSubjects } = snapshot;
  yield* repeated(['campaign', 'engines'], campaign.engines, 'id');
  yield* repeated(['campaign', 'registerOptins'], campaign.registerOptins, 'id');
  yield* repeated(['campaign', 'registerOptins'], campaign.registerOptins, 'code');
  yield* repeated(['campaign', 'additionalFields'], campaign.additionalFields, 'id');
  yield* repeated(['campaign', 'additionalFields'], campaign.additionalFields, 'key');
  yield* repeated(['campaign', 'parameters'], campaign.parameters, 'code');
  yield* repeated(['products'], products, 'id');
  yield* repeated(['prizes'], prizes, 'id');
  yield* repeated(['polls'], polls, 'id');
  yield* repeated(['faq'], faq, 'questionOrder');
  yield* repeated(['incidentSubjects'], incidentSubjects, 'id');
  for (const [index, { details }] of campaign.engines.entries()) {
    const path = ['campaign', 'engines', index, 'details', 'prizes'];
    yield* repeated(path, details.prizes, 'id');
    yield* repeated(path, details.prizes, 'campaignPrizeId');
  }
  for (const [index, { items }] of polls.entries()) {
    yield* repeated(['polls', index, 'items'], items, 'id');
  }
}

/** Refused because a search finds a retailer's shops by its name. */
export function* repeatedRetailers({ hotsite }: CampaignSnapshot): Generator<Problem, void> {
  yield* repeated(['hotsite', 'pages', 'home', 'retailers'], hotsite.pages.home.retailers, 'name');
}

function* repeated<Entry extends object>(
  path: Path,
  entries: readonly Entry[],
  member: keyof Entry & string,
): Generator<Problem, void> {
  const firstIndexes = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const value = String(entry[member]);
    const before = firstIndexes.get(value);
    if (before === undefined) {
      firstIndexes.set(value, index);
    } else {
      yield {
        path: [...path, index, member],
        problem: `'${value}' is used by the entry [${before}] too`,
        remedy: `Give each entry a${/^[aeiou]/.test(member) ? 'n' : ''} ${member} of its own`,
      };
    }
  }
}

export function* wrongWindow({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  const moments = ['startsAt', 'endsAt'] as const;
  for (const name of moments) {
    const day = campaign[name].slice(0, 10);
    if (/^\d{4}-\d\d-\d\d$/.test(day) && !isCalendarDay(day)) {
      yield {
        path: ['campaign', name],
        problem: `the calendar has no day ${day}`,
        remedy: 'Name one that exists',
      };
    }
  }
  const [start, end] = moments.map((name) => instantOf(campaign[name]).getTime());
  if (start !== undefined && end !== undefined && end <= start) {
    yield {
      path: ['campaign', 'endsAt'],
      problem: `the end, ${campaign.endsAt}, is not after the start, ${campaign.startsAt}`,
      remedy: 'Exchange the two, or correct one',
    };
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function* wrongExtraction({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  const lastDay = dayInSaoPaulo(instantOf(campaign.endsAt));
  for (const [index, { details }] of campaign.engines.entries()) {
    if (!details.extractionAt) continue;
    const path = ['campaign', 'engines', index, 'details', 'extractionAt'];
    const writtenDay = details.extractionAt.slice(0, 10);
    if (!isCalendarDay(writtenDay)) {
      yield {
        path,
        problem: `the calendar has no day ${writtenDay}`,
        remedy: 'Name one that exists',
      };
      continue;
    }
    const day = dayInSaoPaulo(instantOf(details.extractionAt));
    if (!isUsualExtractionDay(day) && !details.specialExtraction) {
      const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
      yield {
        path,
        problem: `${formatDate(day)} is a ${weekday}, and extractions are on Wednesdays and Saturdays`,
        remedy:
          'Choose one of these, or add "specialExtraction": true if that day’s is announced as special',
      };
    }
    if (day <= lastDay) {
      yield {
        path,
        problem: `the extraction of ${formatDate(day)} is not after the last day, ${formatDate(lastDay)}`,
        remedy: 'Choose a later one, so that every receipt has been checked',
      };
    }
  }
}
