import type { Engine } from '../../contract/engines.ts';
import { isSameId } from '../../contract/primitives.ts';
import { drawPrizes, unitsGiven } from '../draw-prizes.ts';
import type { CampaignSnapshot, CampaignSource } from '../snapshot.ts';
import type { Path, Problem } from './problem.ts';

export function* incompleteEngines(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { engines } = snapshot.campaign;
  if (engines.length === 0) {
    yield {
      path: ['campaign', 'engines'],
      problem: 'receipts earn nothing',
      remedy: 'Add an engine: DRAW, INSTANT_PRIZE, CASHBACK or COLLECT_TO_WIN',
    };
  }
  yield* secondEngine(engines, 'INSTANT_PRIZE', 'would give the same prizes again');
  for (const [index, engine] of engines.entries()) {
    const path = ['campaign', 'engines', index, 'details'];
    if (engine.type === 'DRAW') yield* drawProblems(snapshot, engine, path);
    if (engine.type === 'CASHBACK') yield* cashbackProblems(engine, path);
    if (engine.type === 'COLLECT_TO_WIN') yield* pointsProblems(snapshot, engine, path);
  }
}

/** Points buy from one list of prizes. A promotion that began with two lists keeps them. */
export function* secondListForPoints({ campaign }: CampaignSnapshot, { former }: CampaignSource) {
  const before = former ? [...secondEngine(former.campaign.engines, 'COLLECT_TO_WIN', '')] : [];
  if (before.length > 0) return;
  yield* secondEngine(campaign.engines, 'COLLECT_TO_WIN', 'would sell the same stock again');
}

function* secondEngine(
  engines: readonly Engine[],
  wanted: Engine['type'],
  effect: string,
): Generator<Problem, void> {
  const first = engines.findIndex(({ type }) => type === wanted);
  const last = engines.findLastIndex(({ type }) => type === wanted);
  if (first === last) return;
  yield {
    path: ['campaign', 'engines', last, 'type'],
    problem: `a second engine ${wanted} ${effect}`,
    remedy: 'Leave one of them out',
  };
}

function* drawProblems(
  snapshot: CampaignSnapshot,
  engine: Engine,
  path: Path,
): Generator<Problem, void> {
  const { rules } = engine.details;
  if (rules.length === 0) {
    yield {
      path: [...path, 'rules'],
      problem: 'the draw gives no numbers',
      remedy:
        'Add a rule: { "inputType": "MONETARY", "type": "PER_ITEM", "quantity": 1, "minAmount": 10 }',
    };
  }
  for (const [index, { minAmount, maxAmount, bonusGeneratorQty, ...rule }] of rules.entries()) {
    if (maxAmount && (minAmount ?? 0) > maxAmount) {
      yield {
        path: [...path, 'rules', index, 'maxAmount'],
        problem: `${maxAmount} is less than minAmount, ${minAmount}`,
        remedy: 'Exchange the two, or leave maxAmount out',
      };
    }
    if (bonusGeneratorQty && !rule.bonusGeneratorType) {
      yield {
        path: [...path, 'rules', index, 'bonusGeneratorQty'],
        problem: 'the bonus is not given without its kind',
        remedy: 'Add "bonusGeneratorType": "ADD"',
      };
    }
  }
  yield* placesProblems(snapshot, engine, [...path, 'prizes']);
}

function* placesProblems(
  snapshot: CampaignSnapshot,
  engine: Engine,
  path: Path,
): Generator<Problem, void> {
  const prizes = drawPrizes(snapshot, engine);
  if (prizes?.length === 0 || prizes === null) {
    yield {
      path,
      problem: prizes ? 'the draw has no prize' : 'several draws, and this one lists no prize',
      remedy: 'List entries with the campaignPrizeId of what it gives away',
    };
  }
}

/** What must be settled before the start: a promotion that began without it may be unable to mend that. */
export function* unsettledEngines({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  for (const [index, engine] of campaign.engines.entries()) {
    const path = ['campaign', 'engines', index, 'details'];
    for (const { member, problem, remedy } of unsettledMembers(engine)) {
      yield { path: [...path, member], problem, remedy };
    }
  }
}

function unsettledMembers({ type, details }: Engine) {
  const { alternates, disqualified, extractionAt, transferType } = details;
  const unsettled: { member: keyof Engine['details']; problem: string; remedy: string }[] = [];
  if (type === 'DRAW' && !extractionAt) {
    unsettled.push({
      member: 'extractionAt',
      problem: 'no extraction decides the draw, so its day could be chosen afterwards',
      remedy: 'Name a Wednesday or a Saturday after the end: "2027-02-06T19:00:00-03:00"',
    });
  }
  if (type === 'DRAW' && !alternates && disqualified !== 'TREASURY') {
    unsettled.push({
      member: 'alternates',
      problem: 'a disqualified winner’s prize would go to no one',
      remedy: 'Say how many numbers may follow: "alternates": 5; or add "disqualified": "TREASURY"',
    });
  }
  if (type === 'CASHBACK' && !transferType) {
    unsettled.push({
      member: 'transferType',
      problem: 'nothing says how cashback is paid',
      remedy: 'Write INSTANT_PAYMENT, for Pix, or DIGITAL_WALLET, where you pay each one by hand',
    });
  }
  return unsettled;
}

/** Only numbers and points have a threshold, and so a remainder. */
export function* uselessCumulative({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  for (const [index, { type, cumulative }] of campaign.engines.entries()) {
    if (!cumulative || type === 'DRAW' || type === 'COLLECT_TO_WIN') continue;
    yield {
      path: ['campaign', 'engines', index, 'cumulative'],
      problem: `${type} leaves nothing over that a next receipt could use`,
      remedy: 'Write false',
    };
  }
}

function* cashbackProblems({ details }: Engine, path: Path): Generator<Problem, void> {
  if (details.percentage === null || details.percentage === undefined) {
    yield {
      path: [...path, 'percentage'],
      problem: 'is missing',
      remedy: 'Say how much of a receipt is paid back, 0.01 to 100',
    };
  }
}

function* pointsProblems(
  { prizes }: CampaignSnapshot,
  { details }: Engine,
  path: Path,
): Generator<Problem, void> {
  if (!details.pointsMonetaryFactor) {
    yield {
      path: [...path, 'pointsMonetaryFactor'],
      problem: 'is missing',
      remedy: 'Say how many whole reais make a point',
    };
  }
  if (details.prizes.length === 0) {
    yield {
      path: [...path, 'prizes'],
      problem: 'points buy nothing',
      remedy: 'List what they buy: id, campaignPrizeId, points, description',
    };
  }
  const categories = new Set(prizes.map(({ category }) => String(category?.id)));
  for (const [index, { referenceValue }] of details.checkoutRules.entries()) {
    if (!categories.has(String(referenceValue))) {
      yield {
        path: [...path, 'checkoutRules', index, 'referenceValue'],
        problem: `no prize is of the category ${referenceValue}`,
        remedy: 'Name the id of a category that prizes have',
      };
    }
  }
}

const secretPrizes = ['secrets', 'instantPrizes'];

export function* unknownPrizes(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { campaign, secrets, hotsite, prizes } = snapshot;
  const ids = prizes.map(({ id }) => String(id));
  const lists: [Path, readonly { campaignPrizeId: string | number }[]][] = [
    ...campaign.engines.map(({ details }, index): [Path, typeof details.prizes] => [
      ['campaign', 'engines', index, 'details', 'prizes'],
      details.prizes,
    ]),
    [secretPrizes, secrets?.instantPrizes ?? []],
    [['hotsite', 'pages', 'home', 'prizes'], hotsite.pages.home.prizes],
  ];
  for (const [path, named] of lists) {
    for (const [index, { campaignPrizeId }] of named.entries()) {
      if (ids.includes(String(campaignPrizeId))) continue;
      yield {
        path: [...path, index, 'campaignPrizeId'],
        problem: `there is no prize ${campaignPrizeId}`,
        remedy: `Name one of ${ids.join(', ') || 'the list prizes, which is empty'}`,
      };
    }
  }
}

export function* impossibleQuantities(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const lists: [Path, readonly { quantity: number }[], number][] = [
    [['prizes'], snapshot.prizes, 0],
    [secretPrizes, snapshot.secrets?.instantPrizes ?? [], 1],
  ];
  for (const [path, entries, least] of lists) {
    for (const [index, { quantity }] of entries.entries()) {
      if (Number.isSafeInteger(quantity) && quantity >= least) continue;
      yield {
        path: [...path, index, 'quantity'],
        problem: `${quantity} prizes cannot be given`,
        remedy: `Write a whole number from ${least} on`,
      };
    }
  }
}

/** The log's entry of the draw names all of them, and an entry is at most 64 KB long. */
const maxPlaces = 500;

export function* tooManyPlaces(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { campaign, secrets } = snapshot;
  const hasInstantPrizes = campaign.engines.some(({ type }) => type === 'INSTANT_PRIZE');
  // Without their list, which only files have, instant prizes would count as the draw's.
  if (hasInstantPrizes && !secrets?.instantPrizes.length) return;
  for (const [index, engine] of campaign.engines.entries()) {
    if (engine.type !== 'DRAW') continue;
    const { alternates } = engine.details;
    const places = (drawPrizes(snapshot, engine)?.length ?? 0) + (alternates ?? 0);
    if (places <= maxPlaces) continue;
    yield {
      path: ['campaign', 'engines', index, 'details', 'prizes'],
      problem: `prizes and alternates are ${places} together, and a draw can name ${maxPlaces}`,
      remedy: 'Give fewer away, or in several draws',
    };
  }
}

/** Only for files: the schedule of instant prizes needs `secrets`, which gateways never send. */
export function* wrongSecrets(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { campaign, prizes } = snapshot;
  const scheduled = snapshot.secrets?.instantPrizes ?? [];
  const engines = campaign.engines.flatMap((engine, index) =>
    engine.type === 'INSTANT_PRIZE' ? [{ engine, index }] : [],
  );
  if (engines.length > 0 && scheduled.length === 0) {
    yield {
      path: secretPrizes,
      problem: 'the engine INSTANT_PRIZE has nothing to give',
      remedy: 'List the prizes: [{ "campaignPrizeId": 902, "quantity": 500 }]',
    };
  }
  if (engines.length === 0 && scheduled.length > 0) {
    yield {
      path: secretPrizes,
      problem: 'no engine INSTANT_PRIZE gives these prizes',
      remedy: 'Add the engine, or delete the list',
    };
  }
  const total = scheduled.reduce((sum, { quantity }) => sum + quantity, 0);
  for (const { engine, index } of engines) {
    for (const name of ['totalPrizes', 'generatedInstantPrizes'] as const) {
      const detail = engine.details[name];
      if (detail === null || detail === undefined || detail === total || scheduled.length === 0)
        continue;
      yield {
        path: ['campaign', 'engines', index, 'details', name],
        problem: `${detail} prizes are announced, and ${total} are in secrets.instantPrizes`,
        remedy: 'Make the two the same',
      };
    }
  }
  yield* overdrawnPrizes(prizes, scheduled);
}

function* overdrawnPrizes(
  prizes: CampaignSnapshot['prizes'],
  scheduled: NonNullable<CampaignSnapshot['secrets']>['instantPrizes'],
): Generator<Problem, void> {
  for (const { id, quantity } of prizes) {
    const ofThisPrize = scheduled.filter(({ campaignPrizeId }) => isSameId(campaignPrizeId, id));
    const sum = ofThisPrize.reduce((all, entry) => all + entry.quantity, 0);
    const first = scheduled.findIndex((entry) => ofThisPrize.includes(entry));
    // Not `sum <= quantity`: a quantity that is no number is left to the check of its shape.
    if (first < 0 || !(sum > quantity)) continue;
    yield {
      path: [...secretPrizes, first, 'quantity'],
      problem: `${sum} of the prize ${id} are to be won, and there are ${quantity}`,
      remedy: `Lower it to ${quantity}, or raise the prize’s quantity`,
    };
  }
}

export function* prizesGivenTwice(snapshot: CampaignSnapshot, { former }: CampaignSource) {
  for (const [index, prize] of snapshot.prizes.entries()) {
    const units = unitsGiven(snapshot, prize);
    const sum = units.reduce((all, each) => all + each, 0);
    const earlier = former?.prizes.find(({ id }) => isSameId(id, prize.id));
    const isAsBefore = former && earlier && unitsGiven(former, earlier).join() === units.join();
    if (units.length < 2 || sum <= prize.quantity || isAsBefore) continue;
    const problem = `${sum} of the prize ${prize.id} are given in ${units.length} ways, and there are ${prize.quantity}`;
    const remedy = 'Give it away in one of them, or make a prize of its own for each';
    yield { path: ['prizes', index, 'quantity'], problem, remedy };
  }
}
