import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Path, Place, Problem } from './problem.ts';

interface CampaignText {
  value: unknown;
  problems: Problem[];
  /** The text is no JSON, such as a truncated file, which lacks many members. */
  isBroken: boolean;
  /** Line and column of a member; of the object around it when the member is missing. */
  placeOf(path: Path): Place;
}

const errorNames: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that JSON does not have',
  InvalidNumberFormat: 'a number that is written wrong',
  PropertyNameExpected: 'the name of a member is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'something follows after the end',
  UnexpectedEndOfString: 'a text is not closed',
  UnexpectedEndOfComment: 'a comment is not closed',
};

/** Most characters of a file, and deepest nesting: far more than campaigns have. */
export const maxCampaignTextLength = 2_000_000;
const maxNesting = 100;

/**
 * Reads JSON with comments and trailing commas, and records each member's position. A running
 * gateway reads it too, so files that would keep it busy are refused.
 */
export function readCampaignText(text: string): CampaignText {
  const errors: ParseError[] = [];
  const excess = excessOf(text);
  if (excess) {
    return { value: undefined, problems: [excess], isBroken: true, placeOf: () => topOfFile };
  }
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const offsets = new Map<string, number>();
  const problems: Problem[] = errors.map((error, index) => {
    const name = printParseErrorCode(error.error);
    const path = [`syntax error ${index + 1}`];
    offsets.set(JSON.stringify(path), error.offset);
    return {
      path,
      problem: errorNames[name] ?? name,
      remedy: 'Write it as JSON; comments and trailing commas are allowed',
    };
  });
  const placeAt = placesIn(text);
  const value = root ? plainValue(root, [], { offsets, problems }) : undefined;
  if (!root && errors.length === 0) {
    problems.push({ path: [], problem: 'the file is empty', remedy: 'Begin with an example' });
  }
  return {
    value,
    problems,
    isBroken: value === undefined || errors.length > 0,
    placeOf(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const offset = offsets.get(JSON.stringify(path.slice(0, length)));
        if (offset !== undefined) return placeAt(offset);
      }
      return topOfFile;
    },
  };
}

const topOfFile: Place = { line: 1, column: 1 };

/** Counts brackets in texts and comments too; the limit leaves room for them. */
function excessOf(text: string): Problem | null {
  const remedy = 'Begin with an example';
  if (text.length > maxCampaignTextLength)
    return { path: [], problem: 'the file is too large', remedy };
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > maxNesting) return { path: [], problem: 'the file is nested too deep', remedy };
  }
  return null;
}

function plainValue(
  node: Node,
  path: Path,
  found: { offsets: Map<string, number>; problems: Problem[] },
): unknown {
  const key = JSON.stringify(path);
  if (!found.offsets.has(key)) found.offsets.set(key, node.offset);
  const children = node.children ?? [];
  if (node.type === 'array') {
    return children.map((child, index) => plainValue(child, [...path, index], found));
  }
  if (node.type !== 'object') return node.value;
  const members = new Map<string, unknown>();
  for (const { offset, children: [name, value] = [] } of children) {
    if (!name || !value) continue;
    const inside = [...path, String(name.value)];
    if (members.has(name.value)) {
      found.problems.push({
        path: inside,
        problem: `the member '${name.value}' is given twice`,
        remedy: 'Delete one of the two',
      });
    }
    found.offsets.set(JSON.stringify(inside), offset);
    members.set(name.value, plainValue(value, inside, found));
  }
  return Object.fromEntries(members);
}

/** Finds the starts of all lines once, since a file may have as many problems as lines. */
function placesIn(text: string): (offset: number) => Place {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    let line = 0;
    let next = starts.length;
    while (next - line > 1) {
      const middle = (line + next) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
