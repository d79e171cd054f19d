import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Path, Place, Problem } from './problem.ts';

interface CampaignText {
  value: unknown;
  problems: Problem[];
  /** It is no JSON, such as a truncated file, which lacks many members. */
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
export const longestCampaignText = 2_000_000;
const deepest = 100;

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
  const places = new Map<string, number>();
  const problems: Problem[] = errors.map((error, index) => {
    const name = printParseErrorCode(error.error);
    places.set(`syntax error ${index + 1}`, error.offset);
    return {
      path: [`syntax error ${index + 1}`],
      problem: errorNames[name] ?? name,
      cure: 'Write it as JSON; comments and trailing commas are allowed',
    };
  });
  const placeAt = placesIn(text);
  const value = root ? plainValue(root, [], { places, problems }) : undefined;
  if (!root && errors.length === 0) {
    problems.push({ path: [], problem: 'the file is empty', cure: 'Begin with an example' });
  }
  return {
    value,
    problems,
    isBroken: value === undefined || errors.length > 0,
    placeOf(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const offset = places.get(JSON.stringify(path.slice(0, length)));
        if (offset !== undefined) return placeAt(offset);
        const syntaxError = length === 1 && places.get(String(path[0]));
        if (syntaxError) return placeAt(syntaxError);
      }
      return topOfFile;
    },
  };
}

const topOfFile: Place = { line: 1, column: 1 };

/** Counts brackets in texts and comments too; the limit leaves room for them. */
function excessOf(text: string): Problem | null {
  const cure = 'Begin with an example';
  if (text.length > longestCampaignText)
    return { path: [], problem: 'the file is too large', cure };
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > deepest) return { path: [], problem: 'the file is nested too deep', cure };
  }
  return null;
}

function plainValue(
  node: Node,
  path: Path,
  found: { places: Map<string, number>; problems: Problem[] },
): unknown {
  const key = JSON.stringify(path);
  if (!found.places.has(key)) found.places.set(key, node.offset);
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
        cure: 'Delete one of the two',
      });
    }
    found.places.set(JSON.stringify(inside), offset);
    members.set(name.value, plainValue(value, inside, found));
  }
  return Object.fromEntries(members);
}

/** Finds the starts of all lines once, since a file may have as many problems as lines. */
function placesIn(text: string): (offset: number) => Place {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    let [line, next] = [0, starts.length];
    while (next - line > 1) {
      const middle = (line + next) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
