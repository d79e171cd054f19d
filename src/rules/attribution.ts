import { isCpf } from './documents.ts';

/** Whose page, and which of its advertisements, led a person here. */
export interface Attribution {
  readonly partner: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
}

/** Their names as parameters of an address, and as attributes of a widget. */
const attributionParameters = {
  partner: 'partner',
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
} as const satisfies Record<keyof Attribution, string>;

export const attributionParts = /* @__PURE__ */ Object.keys(
  attributionParameters,
) as (keyof Attribution)[];

/**
 * Up to 64 letters, digits, spaces and `. _ ~ + -`. An email, a CPF and anything else that is no
 * plain name counts as absent: advertisements must not bring people's data into the figures.
 * @returns null when no part is left
 */
export function readAttribution(
  values: {
    readonly [Part in keyof Attribution]?: unknown;
  },
): Attribution | null {
  const found = {
    partner: readPart(values.partner),
    source: readPart(values.source),
    medium: readPart(values.medium),
    campaign: readPart(values.campaign),
  };
  return Object.values(found).some((part) => part !== null) ? found : null;
}

function readPart(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return /^[\p{L}\p{N}][\p{L}\p{N} ._~+-]{0,63}$/u.test(text) && !isCpf(text) ? text : null;
}

/** From the query of an address. */
export function attributionIn(query: URLSearchParams): Attribution | null {
  const { partner, source, medium, campaign } = attributionParameters;
  return readAttribution({
    partner: query.get(partner),
    source: query.get(source),
    medium: query.get(medium),
    campaign: query.get(campaign),
  });
}

/** The query that brings it along, with its `?`; empty where there is none. */
export function attributionQuery(attribution: Attribution | null): string {
  const query = new URLSearchParams(
    attributionParts.flatMap((part) => {
      const value = attribution?.[part];
      return value ? [[attributionParameters[part], value]] : [];
    }),
  ).toString();
  return query && `?${query}`;
}
