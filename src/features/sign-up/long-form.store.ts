import { atom } from 'nanostores';
import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import type { Poll, PollAnswersBody } from '../../contract/polls.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { newReceiptPath } from '../../paths.ts';
import type { ConsumerType } from '../../rules/campaign/parameters.ts';
import { pollAnswers, pollViolations, questionsOf } from '../../rules/campaign/polls.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { signUpFormId } from '../../storage-keys.ts';
import type { Errors, FormConfig, Labels, Values } from '../../ui/form.ts';
import { signUpFormConfig } from './sign-up-config.ts';
import {
  accessLabels,
  addedFieldsWithoutState,
  addressLabels,
  consumerTypeOf,
  homeLabels,
  labelsOf,
  optInLabels,
  personLabels,
  signUpErrors,
} from './sign-up-fields.ts';

export interface FieldGroup {
  group: NonNullable<AdditionalField['group']>;
  fields: AdditionalField[];
}

export const consumerTitles: Readonly<Record<ConsumerType, string>> = {
  PERSON: 'Informações Pessoais',
  CORPORATE: 'Dados da Empresa',
};

export const sectionTitles = {
  address: 'Endereço',
  access: 'Dados de Acesso',
  consents: 'Aceite',
};

export function ungroupedFields(campaign: Campaign): AdditionalField[] {
  return addedFieldsWithoutState(campaign).filter(({ group }) => !group);
}

export function fieldGroups(campaign: Campaign): FieldGroup[] {
  const groups = new Map<string, FieldGroup>();
  for (const field of addedFieldsWithoutState(campaign)) {
    if (!field.group) continue;
    const id = String(field.group.id);
    const group = groups.get(id);
    if (group) group.fields.push(field);
    else groups.set(id, { group: field.group, fields: [field] });
  }
  return [...groups.values()];
}

/** Fields of a person, or of a company and its representative, then the campaign's own. */
export function consumerLabels(campaign: Campaign): Labels {
  const groups = fieldGroups(campaign);
  return {
    type: 'Tipo de cadastro',
    companyDocument: 'CNPJ',
    companyName: 'Razão Social',
    ...personLabels(campaign, 'Nome completo', 'Data de nascimento'),
    representativeName: 'Nome do representante',
    representativeDocument: 'CPF do representante',
    phone: 'Celular',
    ...labelsOf([...ungroupedFields(campaign), ...groups.flatMap(({ fields }) => fields)]),
  };
}

/** Why the poll's answers were not taken; the user is signed up all the same. */
export const $pollRefusal = atom<readonly string[]>([]);

/** The whole sign-up as one form, its poll included: it is sent once the user is signed in. */
export function longFormConfig(site: SiteProps, poll: Poll | null): FormConfig {
  const { campaign } = site;
  const form = signUpFormConfig(site, {
    id: signUpFormId,
    labels: {
      ...consumerLabels(campaign),
      ...addressLabels(campaign),
      ...accessLabels,
      ...pollLabels(poll),
      ...optInLabels(campaign),
    },
    async onSignedIn(values) {
      $pollRefusal.set(poll ? await sendAnswers(poll, values) : []);
      return $pollRefusal.get().length === 0 ? [newReceiptPath, 'replace'] : null;
    },
  });
  return {
    ...form,
    validate: (values) => ({ ...form.validate(values), ...(poll && pollErrors(poll, values)) }),
  };
}

/** Fields whose values another account has: while one keeps its value, the form offers to sign in. */
export const $takenFields = atom<readonly string[]>([]);

export function noticeTakenFields(config: FormConfig): FormConfig {
  return {
    ...config,
    async submit(values) {
      const result = await config.submit(values);
      const refusal = result.ok ? null : result.error;
      $takenFields.set(
        refusal?.code === 'DUPLICATE' ? refusal.fields.map(({ field }) => field) : [],
      );
      return result;
    },
  };
}

async function sendAnswers(poll: Poll, values: Values): Promise<readonly string[]> {
  const answers = answersOf(poll, values);
  if (isEmpty(answers)) return [];
  const { sendPollAnswers } = await import('./submit-sign-up.ts');
  return sendPollAnswers(poll, answers);
}

function pollLabels(poll: Poll | null): Labels {
  const fields = poll ? pollFields(poll) : [];
  return Object.fromEntries(fields.map(({ name, question }) => [name, question.question]));
}

export function pollFields(poll: Poll) {
  return questionsOf(poll).map((question) => ({ name: questionField(question.id), question }));
}

/** Prefixed, because JavaScript puts numeric names before all others. */
const questionField = (id: Poll['items'][number]['id']) => `poll.${id}`;

function answersOf(poll: Poll, values: Values): PollAnswersBody {
  const entries = poll.items.map(({ id }) => [id, values[questionField(id)] ?? '']);
  return pollAnswers(poll, Object.fromEntries(entries));
}

/** The poll may be skipped, but not answered in part. */
function pollErrors(poll: Poll, values: Values): Errors {
  const answers = answersOf(poll, values);
  const violations = isEmpty(answers) ? [] : pollViolations(poll.items, answers);
  return violationMessages(
    violations.map(({ field, violation }) => ({ field: questionField(field), violation })),
  );
}

const isEmpty = (answers: PollAnswersBody) => Object.keys(answers).length === 0;

/** Seconds per field of the short form, at the least. A fast typist needs five. */
const secondsPerField = 12;

export function minutesOfSignUp(campaign: Campaign): number {
  return Math.ceil((Object.keys(homeLabels(campaign)).length * secondsPerField) / 60);
}

/** Sections with required fields, which depend on the type of consumer. */
export function signUpSections(campaign: Campaign, type: string) {
  const emptyErrors = signUpErrors(campaign, { type }, environment().now());
  const consumerTitle = consumerTitles[consumerTypeOf(campaign, { type })];
  const sections = [
    { id: 'consumer', title: consumerTitle, labels: consumerLabels(campaign) },
    { id: 'address', title: sectionTitles.address, labels: addressLabels(campaign) },
    { id: 'access', title: sectionTitles.access, labels: accessLabels },
    { id: 'consents', title: sectionTitles.consents, labels: optInLabels(campaign) },
  ];
  return sections
    .map(({ id, title, labels }) => {
      const fields = Object.keys(labels);
      return { id, title, fields, required: fields.filter((field) => emptyErrors[field]) };
    })
    .filter((section) => section.required.length > 0);
}

export function sectionProgress(sections: ReturnType<typeof signUpSections>, errors: Errors) {
  const steps = sections.map((step) => {
    const missing = step.fields.filter((field) => errors[field]);
    return { ...step, missing, done: Math.max(0, step.required.length - missing.length) };
  });
  return {
    steps,
    doneCount: sum(steps.map(({ done }) => done)),
    requiredCount: sum(steps.map(({ required }) => required.length)),
    current: steps.find(({ missing }) => missing.length > 0),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
