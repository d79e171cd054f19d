import { plainLine } from '../../rules/text.ts';

/** Names of members and positions in lists, from the outermost inwards. */
export type Path = readonly (string | number)[];

export interface Problem {
  path: Path;
  /** What is wrong, a clause without a full stop. */
  problem: string;
  /** What would be right, in the imperative, without a full stop. */
  remedy: string;
}

export interface Place {
  line: number;
  column: number;
}

export class WrongCampaign extends Error {
  override readonly name = 'WrongCampaign';
  readonly problems: readonly Problem[];

  /** @param placeOf the position of a member in its file; null if there is no file */
  constructor(
    origin: string,
    problems: readonly Problem[],
    placeOf: (path: Path) => Place | null = () => null,
  ) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const lines = problemLines(problems, placeOf);
    super([`Campaign from ${origin}: ${count}, so it is not used.`, ...lines].join('\n'));
    this.problems = problems;
  }
}

export function problemLines(
  problems: readonly Problem[],
  placeOf: (path: Path) => Place | null,
): string[] {
  return problems
    .map((problem) => ({ ...problem, place: placeOf(problem.path) }))
    .sort((a, b) => order(a.place, b.place))
    .map(({ place, path, problem, remedy }) => {
      const where = place ? `${place.line}:${place.column} ` : '';
      return `  ${plainLine(`${where}${showPath(path)}: ${problem}. ${remedy}.`)}`;
    });
}

/** As JavaScript writes it: `campaign.engines[0].id`. */
export function showPath(path: Path): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
  return text || 'the campaign';
}

function order(a: Place | null, b: Place | null): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
