import { CampaignSnapshot } from '../snapshot.ts';
import { type MemberRule, memberRules } from './limits-of-values.ts';
import { membersOf, wordsOf } from './shape.ts';

type Json = Record<string, unknown>;
type AnyStruct = Parameters<typeof membersOf>[0];

/** The JSON Schema (draft 2020-12) of a campaign file, for completion and checks in editors. */
export function campaignSchema(): Json {
  const snapshot = schemaOf(CampaignSnapshot, '');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Campaign',
    ...snapshot,
    properties: {
      $schema: { type: 'string' },
      $version: { type: 'integer' },
      ...(snapshot['properties'] as Json),
    },
  };
}

function schemaOf(struct: AnyStruct, path: string): Json {
  const rule = memberRules[path] ?? {};
  const schema = { ...bodyOf(struct, path, rule), ...description(rule) };
  return struct.is(null) && struct.type !== 'any' ? orNull(schema) : schema;
}

function bodyOf(struct: AnyStruct, path: string, rule: MemberRule): Json {
  const members = membersOf(struct);
  if (members) return objectOf(members, path);
  const words = wordsOf(struct) ?? rule.oneOf;
  if (words) return { enum: words };
  switch (struct.type) {
    case 'array':
      return { type: 'array', items: schemaOf(struct.schema as AnyStruct, `${path}[]`) };
    case 'boolean':
      return { type: 'boolean' };
    case 'record':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'number':
      return numberOf(rule);
    case 'union':
      return rule.whole ? numberOf(rule) : { type: ['number', 'string'] };
    case 'any':
      return {};
    default:
      return {
        type: 'string',
        ...(rule.pattern && { pattern: rule.pattern.source }),
        ...(rule.notEmpty && { minLength: 1 }),
        ...(rule.example && { examples: [rule.example] }),
      };
  }
}

function objectOf(members: Record<string, AnyStruct>, path: string): Json {
  const entries = Object.entries(members);
  const isOptional = (member: AnyStruct) =>
    member.is(undefined) || (member.type === 'array' && isList(member));
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, schemaOf(member, path ? `${path}.${name}` : name)]),
    ),
    required: hasDefaults(path)
      ? []
      : entries
          .filter(([name, member]) => name !== 'hotsite' && !isOptional(member))
          .map(([name]) => name),
    additionalProperties: false,
  };
}

/** Texts of the site have defaults, except in entries of lists. */
function hasDefaults(path: string): boolean {
  return path.startsWith('hotsite') && !path.includes('[]');
}

/** Coercion, which `is` does not try, fills in lists that may be missing. */
function isList(member: AnyStruct): boolean {
  const { create } = member as AnyStruct & { create(value: unknown): unknown };
  try {
    return Array.isArray(create.call(member, undefined));
  } catch {
    return false;
  }
}

function numberOf({ whole, minimum, maximum }: MemberRule): Json {
  return {
    type: whole ? 'integer' : 'number',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function description({ says }: MemberRule): Json {
  return says ? { description: says } : {};
}

function orNull(schema: Json): Json {
  const { type, enum: words, ...others } = schema;
  if (words) return { ...others, enum: [...(words as string[]), null] };
  const types = Array.isArray(type) ? type : [type];
  return type ? { ...others, type: [...types, 'null'] } : schema;
}
