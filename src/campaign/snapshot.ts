import { array, type Infer, number, type } from 'superstruct';
import { Campaign, CampaignPrize, FaqItem, Product } from '../contract/campaign.ts';
import { Hotsite } from '../contract/hotsite.ts';
import { Poll } from '../contract/polls.ts';
import { Id, maybe } from '../contract/primitives.ts';
import { IncidentSubject } from '../contract/support.ts';
import { WinnerList } from '../contract/winners.ts';
import { certificateFault } from '../rules/campaign/certificates.ts';
import { WrongCampaign } from './checks/problem.ts';
import { shapeProblems } from './checks/shape.ts';

/** Secret at the gateway until it may be published. */
const Secrets = type({
  /** How many of each prize; their moments are drawn when the campaign is seeded. */
  instantPrizes: array(type({ campaignPrizeId: Id, quantity: number() })),
});

/** Everything specific to one campaign; the code itself names none of it. */
export const CampaignSnapshot = type({
  campaign: Campaign,
  products: array(Product),
  prizes: array(CampaignPrize),
  hotsite: Hotsite,
  faq: array(FaqItem),
  polls: array(Poll),
  incidentSubjects: array(IncidentSubject),
  secrets: maybe(Secrets),
  winners: maybe(WinnerList),
});
export type CampaignSnapshot = Infer<typeof CampaignSnapshot>;

/** @throws WrongCampaign with everything of the wrong shape, or a missing authorisation */
export function parseSnapshot(value: unknown, origin: string): CampaignSnapshot {
  const [error, snapshot] = CampaignSnapshot.validate(value, { coerce: true });
  if (error) {
    throw new WrongCampaign(origin, shapeProblems(CampaignSnapshot, value, { isFile: false }));
  }
  const { engines } = snapshot.campaign;
  const { status, footer } = snapshot.hotsite;
  // A site that only announces the promotion may still lack its authorisation.
  const fault = status === 'PUBLISHED' ? certificateFault(engines, footer.certificates) : null;
  if (fault) throw new Error(`Campaign from ${origin}: ${fault}`);
  return snapshot;
}
