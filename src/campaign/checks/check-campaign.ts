import { CampaignSnapshot, type CampaignSource } from '../snapshot.ts';
import { repeatedIds, repeatedRetailers, wrongExtraction, wrongWindow } from './dates-and-ids.ts';
import {
  impossibleQuantities,
  incompleteEngines,
  prizesGivenTwice,
  secondListForPoints,
  tooManyPlaces,
  unknownPrizes,
  unsettledEngines,
  uselessCumulative,
  wrongSecrets,
} from './engines.ts';
import {
  hiddenParameters,
  scatteredQuestions,
  winnersOnlyInPicture,
  wrongFields,
  wrongOptIns,
  wrongParameters,
  wrongPlaceholders,
  wrongPolls,
} from './fields-and-parameters.ts';
import type { Problem } from './problem.ts';
import { shapeProblems } from './shape.ts';
import {
  missingPictures,
  otherBrands,
  unreadableColours,
  wrongCertificates,
  wrongHomePage,
  wrongRegulations,
} from './site.ts';

type Rule = (snapshot: CampaignSnapshot, source: CampaignSource) => Generator<Problem, void>;

/** Rules for every campaign, also for one from another server. */
const rules: readonly Rule[] = [
  repeatedIds,
  wrongWindow,
  wrongExtraction,
  incompleteEngines,
  unknownPrizes,
  impossibleQuantities,
  wrongPlaceholders,
  wrongOptIns,
  wrongFields,
  wrongPolls,
  wrongParameters,
  unreadableColours,
  wrongHomePage,
];

/** Rules about members that campaigns of other servers may lack, or that do little harm there. */
const rulesOfFiles: readonly Rule[] = [
  repeatedRetailers,
  scatteredQuestions,
  hiddenParameters,
  uselessCumulative,
  wrongCertificates,
  tooManyPlaces,
  wrongSecrets,
  prizesGivenTwice,
  secondListForPoints,
  wrongRegulations,
  missingPictures,
  otherBrands,
];

export function campaignProblems(value: unknown, source: CampaignSource): Problem[] {
  const shape = shapeProblems(CampaignSnapshot, value, source);
  const snapshot = completed(value);
  const applied = source.isFile ? [...rules, ...rulesOfFiles] : rules;
  return [...shape, ...applied.flatMap((rule) => problemsOf(rule, snapshot, source, shape))];
}

/** What a new promotion must have. One that began without it goes on, with a warning. */
export function unsettledProblems(value: unknown, source: CampaignSource): Problem[] {
  const shape = shapeProblems(CampaignSnapshot, value, source);
  return problemsOf(unsettledEngines, completed(value), source, shape);
}

/** What is allowed, and yet leaves some people out. */
export function advice(value: unknown, source: CampaignSource): Problem[] {
  const shape = shapeProblems(CampaignSnapshot, value, source);
  return problemsOf(winnersOnlyInPicture, completed(value), source, shape);
}

/** Rules assume well-formed members. If one throws, the problems found before are kept. */
function problemsOf(
  rule: Rule,
  snapshot: CampaignSnapshot,
  source: CampaignSource,
  shape: readonly Problem[],
): Problem[] {
  const problems: Problem[] = [];
  try {
    for (const problem of rule(snapshot, source)) problems.push(problem);
  } catch (error) {
    if (shape.length === 0) throw error;
  }
  return problems;
}

/** Fills in empty lists for missing ones, as the struct does for a complete campaign. */
function completed(value: unknown): CampaignSnapshot {
  const [, snapshot] = CampaignSnapshot.validate(value, { coerce: true });
  return snapshot ?? (value as CampaignSnapshot);
}
