import { CampaignSnapshot } from '../snapshot.ts';
import { repeatedIds, wrongExtraction, wrongWindow } from './dates-and-ids.ts';
import { incompleteEngines, unknownPrizes, wrongPlaceholders, wrongSecrets } from './engines.ts';
import { wrongFields, wrongOptIns, wrongParameters, wrongPolls } from './forms.ts';
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

export interface CampaignSource {
  /** People wrote it: members that do not exist are mistakes, and it has its secrets. */
  isFile: boolean;
  /** Whether a file of that path, from `/`, comes with the campaign. */
  hasFile: (path: string) => boolean;
}

type Rule = (
  snapshot: CampaignSnapshot,
  hasFile: CampaignSource['hasFile'],
) => Generator<Problem, void>;

/** What any campaign must keep to, also one that another server answers. */
const rules: readonly Rule[] = [
  repeatedIds,
  wrongWindow,
  wrongExtraction,
  incompleteEngines,
  unknownPrizes,
  wrongPlaceholders,
  wrongOptIns,
  wrongFields,
  wrongPolls,
  wrongParameters,
  unreadableColours,
  wrongHomePage,
];

/** A gateway of others need not know the members that these read. */
const rulesOfFiles: readonly Rule[] = [
  wrongCertificates,
  wrongSecrets,
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

/** A rule reads members as if they were right; where they are not, it says what it came to. */
function problemsOf(
  rule: Rule,
  snapshot: CampaignSnapshot,
  { hasFile }: CampaignSource,
  shape: readonly Problem[],
): Problem[] {
  const problems: Problem[] = [];
  try {
    for (const problem of rule(snapshot, hasFile)) problems.push(problem);
  } catch (error) {
    if (shape.length === 0) throw error;
  }
  return problems;
}

/** With empty lists for those left out, as the struct makes them of a whole campaign. */
function completed(value: unknown): CampaignSnapshot {
  const [, snapshot] = CampaignSnapshot.validate(value, { coerce: true });
  return snapshot ?? (value as CampaignSnapshot);
}
