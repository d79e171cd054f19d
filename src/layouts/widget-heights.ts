import type { WidgetName } from '../../widgets/attributes.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import { consumerTypes, isOn } from '../rules/campaign/parameters.ts';
import { type PollQuestion, signUpPoll } from '../rules/campaign/polls.ts';
import {
  additionalFieldsFor,
  isPrivacy,
  statedOptIns,
  tickableOptIns,
} from '../rules/people/campaign-fields.ts';
import { givesPoints } from '../rules/rewards/cashback-and-points.ts';
import { finderSource } from './site-props.ts';

/** Pixels at 360 px, gap below included: on phones a late form would move the page the most. */
const px = {
  field: 101,
  hint: 28,
  passwordHint: 50,
  line: 22.5,
  wrappedLabel: 26,
  typeChoice: 85,
  group: 88,
  heading: 56,
  address: 587,
  note: 18,
  checkbox: 37,
  readTexts: 85,
  question: 44,
  answers: 46,
  link: 42,
  button: 70,
  certificate: 39,
};

/** Pixels that are the same in every campaign, measured at 360 px. */
const fixed = {
  head: 86,
  aroundSignUp: 413,
  aroundSignUpInPage: 271,
  signIn: 443,
  /** What a sign-in form in the page's own document lacks. */
  frameOfSignIn: 104,
  closedNotice: 297,
  noPrizesNotice: 204,
  contact: 712,
  shops: 284,
  shopsWithFinder: 356,
};

/** Characters in a line of a label, of a note and beside a checkbox. */
const perLine = { label: 34, note: 38, checkbox: 32 };

/** `page` is the height of a form in the page's own document; null where there is none. */
type WidgetHeights = Readonly<Record<WidgetName, { height: number; page: number | null }>>;

/**
 * Pixels that the campaign's widgets take at first. A frame reports its height once it has loaded;
 * a few lines more or less hardly move the page, a form twice as long would.
 */
export function widgetHeights(snapshot: CampaignSnapshot): WidgetHeights {
  const { campaign, hotsite } = snapshot;
  const { certificates } = hotsite.footer;
  const around = fixed.head + certificates.length * px.certificate;
  const signUp = hotsite.registration.enabled ? signUpHeight(snapshot) : null;
  const bot = isOn(campaign, 'WHATSAPP_BOT_ENABLED') ? px.link + px.wrappedLabel : 0;
  const signIn = fixed.signIn + bot + (hotsite.registration.enabled ? px.link : 0);
  const signInArea = hotsite.login.enabled ? signIn : fixed.closedNotice;
  const back = hotsite.login.enabled ? px.link : 0;
  return {
    'sign-up': {
      height: Math.ceil(
        (signUp === null ? fixed.closedNotice : signUp + fixed.aroundSignUp + back) + around,
      ),
      page: signUp === null ? null : Math.ceil(signUp + fixed.aroundSignUpInPage),
    },
    login: {
      height: signInArea + around,
      page: hotsite.login.enabled ? signInArea - fixed.frameOfSignIn : null,
    },
    receipts: { height: signInArea + (hotsite.login.enabled ? px.button : 0) + around, page: null },
    redeem: {
      height: (givesPoints(campaign) ? signInArea : fixed.noPrizesNotice) + around,
      page: null,
    },
    support: { height: fixed.contact + around, page: null },
    'where-to-buy': {
      height: finderSource(snapshot) ? fixed.shopsWithFinder : fixed.shops,
      page: null,
    },
  };
}

/** Only the fields, without the title and button that every campaign's form has. */
function signUpHeight({ campaign, polls }: CampaignSnapshot): number {
  const added = additionalFieldsFor('REGISTER', campaign.additionalFields);
  const groups = new Set(added.flatMap(({ group }) => (group ? [group.id] : [])));
  // A group of which nothing is required waits folded.
  const unfoldedFields = added.filter(
    ({ group }) => !group || added.some((field) => field.required && field.group?.id === group.id),
  );
  const poll = signUpPoll(polls);
  const optIns = campaign.registerOptins;
  return sum([
    // Name, document, date of birth, telephone, email, password; two of them have a hint.
    6 * px.field + px.hint + px.passwordHint,
    consumerTypes(campaign).length > 1 ? px.typeChoice : 0,
    ...unfoldedFields.map(({ label, required }) => {
      const text = required ? label : `${label} (opcional)`;
      return px.field + (linesOf(text, perLine.label) - 1) * px.wrappedLabel;
    }),
    groups.size * px.group,
    isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') ? px.address : 0,
    poll ? px.heading + px.note + 2 * px.line : 0,
    ...(poll?.items ?? []).map(questionHeight),
    ...tickableOptIns(optIns).map(
      (optIn) =>
        px.checkbox +
        linesOf(optIn.name, perLine.checkbox) * px.line +
        (isPrivacy(optIn) ? px.readTexts : 0),
    ),
    ...statedOptIns(optIns).map(
      (optIn) =>
        px.note +
        linesOf(optIn.name, perLine.note) * px.line +
        (isPrivacy(optIn) ? px.readTexts : 0),
    ),
  ]);
}

function questionHeight({ type, options }: PollQuestion): number {
  const rows = { SINGLE_CHOICE: Math.ceil(options.length / 2), YES_NO: 1, SCORE: 2 }[type];
  return px.question + rows * px.answers;
}

function linesOf(text: string, length: number): number {
  return Math.max(1, Math.ceil(text.length / length));
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}
