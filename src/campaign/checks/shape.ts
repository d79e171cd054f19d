import type { Struct } from 'superstruct';
import { breach, ruleOf } from './limits-of-values.ts';
import type { Path, Problem } from './problem.ts';

/** The kinds of struct that the contract uses; their schema says what is inside. */
type AnyStruct = Pick<Struct<unknown, unknown>, 'type' | 'is'> & { schema: unknown };

/** In a file written by people, also reports values out of bounds and unknown members. */
export function shapeProblems<Value, Schema>(
  struct: Struct<Value, Schema>,
  value: unknown,
  { isFile }: { isFile: boolean },
): Problem[] {
  const [error] = struct.validate(value, { coerce: true });
  const misshapen = (error?.failures() ?? []).map(
    ({ path, value: actual }): Problem => ({
      path,
      problem: actual === undefined ? 'is missing' : `is ${displayValue(actual)}`,
      remedy: `${actual === undefined ? 'Add' : 'Write'} ${expectedBy(structAt(struct, path))}`,
    }),
  );
  const isMisshapen = new Set(misshapen.map(({ path }) => JSON.stringify(path)));
  const others = isFile ? [...deepProblems(struct, value, [])] : [];
  return [...misshapen, ...others.filter(({ path }) => !isMisshapen.has(JSON.stringify(path)))];
}

function* deepProblems(
  struct: AnyStruct | null,
  value: unknown,
  path: Path,
): Generator<Problem, void> {
  const rule = ruleOf(path);
  const problem = rule && breach(rule, value);
  if (problem) yield { path, ...problem };
  if (Array.isArray(value)) {
    const inside = struct && insideOf(struct, 0);
    for (const [index, entry] of value.entries())
      yield* deepProblems(inside, entry, [...path, index]);
  } else if (value && typeof value === 'object') {
    yield* memberProblems(struct && membersOf(struct), value, path);
  }
}

function* memberProblems(
  known: Record<string, AnyStruct> | null,
  value: object,
  path: Path,
): Generator<Problem, void> {
  for (const [name, member] of Object.entries(value)) {
    const inside = [...path, name];
    if (known && !Object.hasOwn(known, name)) yield unknownMember(inside, Object.keys(known));
    else yield* deepProblems(known?.[name] ?? null, member, inside);
  }
}

function unknownMember(path: Path, known: readonly string[]): Problem {
  const name = String(path.at(-1));
  const near = known.find((entry) => isNear(entry.toLowerCase(), name.toLowerCase()));
  return {
    path,
    problem: `there is no member '${name}'`,
    remedy: near ? `Call it ${near}` : `Delete it; there are ${known.join(', ')}`,
  };
}

/** Null for an object that takes any members. */
export function membersOf(struct: AnyStruct): Record<string, AnyStruct> | null {
  const isObject = struct.type === 'type' || struct.type === 'object';
  return isObject && struct.schema ? (struct.schema as Record<string, AnyStruct>) : null;
}

function insideOf(struct: AnyStruct, part: string | number): AnyStruct | null {
  if (struct.type === 'array') return struct.schema as AnyStruct;
  return membersOf(struct)?.[part] ?? null;
}

function structAt(struct: AnyStruct, path: Path): AnyStruct | null {
  return path.reduce<AnyStruct | null>((at, part) => at && insideOf(at, part), struct);
}

export function wordsOf({ type, schema }: AnyStruct): string[] | null {
  return type === 'enums' ? Object.keys(schema as object) : null;
}

const typeNames: Readonly<Record<string, string>> = {
  type: 'an object { … }',
  object: 'an object { … }',
  record: 'an object of texts',
  array: 'a list [ … ]',
  string: 'a text in quotation marks',
  number: 'a number',
  boolean: 'true or false',
  union: 'a whole number',
  Moment: 'a moment like 2026-10-01T00:00:00-03:00',
  Day: 'a day like 2026-12-05',
};

function expectedBy(struct: AnyStruct | null): string {
  if (!struct) return 'what the schema says (operator campaign schema)';
  const words = wordsOf(struct);
  return words ? `one of ${words.join(', ')}` : (typeNames[struct.type] ?? struct.type);
}

function displayValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function isNear(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 2 && distance(a, b) <= 2;
}

/** How many letters to add, drop or replace (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The value with its members in the struct's order, which a database may not keep. */
export function inOrder(struct: AnyStruct | null, value: unknown): unknown {
  if (Array.isArray(value)) {
    const inside = struct && insideOf(struct, 0);
    return value.map((entry) => inOrder(inside, entry));
  }
  const members = struct && membersOf(struct);
  if (!members || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const positionOf = (name: string) => Object.keys(members).indexOf(name);
  entries.sort(([a], [b]) => positionOf(a) - positionOf(b));
  return Object.fromEntries(
    entries.map(([name, member]) => [name, inOrder(members[name] ?? null, member)]),
  );
}
