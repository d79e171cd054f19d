import { CampaignSnapshot } from '../snapshot.ts';
import { repeatedIds, wrongExtraction, wrongWindow } from './dates-and-ids.ts';
import {
  incompleteEngines,
  unknownPrizes,
  uselessCumulative,
  wrongPlaceholders,
  wrongSecrets,
} from './engines.ts';
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

interface CampaignSource {
  /** A file written by people: unknown members are mistakes, and it must have its secrets. */
  isFile: boolean;
  /** True when the campaign brings the file of that path, which begins with `/`. */
  hasFile: (path: string) => boolean;
}

type Rule = (
  snapshot: CampaignSnapshot,
  hasFile: CampaignSource['hasFile'],
) => Generator<Problem, void>;

/** Rules for every campaign, also for one from another server. */
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

/** Rules about members that another server's campaign need not have. */
const rulesOfFiles: readonly Rule[] = [
  uselessCumulative,
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

/** Rules read members as if they were right. One that throws keeps the problems found before. */
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
