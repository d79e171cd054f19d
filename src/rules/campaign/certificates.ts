interface Certificate {
  engineType: string;
  number: string;
}

/** Kind, sequence and year, as the ministry numbers authorisations: SPA/MF nº 04.000001/2026. */
const shape = /^SPA\/M[EF] n[º°o] (\d\d)\.\d{6}\/\d{4}$/i;

/** The kinds that allow an engine: draws, or prizes given at once (vale-brinde). */
const kinds: Readonly<Record<string, readonly string[]>> = {
  DRAW: ['01', '04'],
  INSTANT_PRIZE: ['02', '05'],
};

/** Null if none. Draws and instant prizes need an authorisation (Lei 5.768/1971, art. 1). */
export function certificateProblem(
  engines: readonly { type: string }[],
  certificates: readonly Certificate[],
): string | null {
  for (const { engineType, number } of certificates) {
    const kind = shape.exec(number)?.[1];
    if (!kind) return `'${number}' is no certificate number like 'SPA/MF nº 04.000001/2026'`;
    if (kinds[engineType]?.includes(kind) === false) {
      return `certificate '${number}' of ${engineType} should be of kind ${kinds[engineType]?.join(' or ')}`;
    }
  }
  const bare = engines.find(
    ({ type }) => type in kinds && !certificates.some(({ engineType }) => engineType === type),
  );
  return bare ? `the engine ${bare.type} has no certificate of authorisation` : null;
}
